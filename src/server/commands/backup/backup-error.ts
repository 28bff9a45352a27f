import { StartError } from '../../start-error.ts'

/** Why a backup or a restore cannot be done, in words that tell the operator what to do. Shown without a stack. */
export class BackupError extends StartError {
  override readonly name = 'BackupError'
}

import { StartError } from '../../start-error.ts'

/** Why a backup or restore fails, with what to do. Shown without a stack. */
export class BackupError extends StartError {
  override readonly name = 'BackupError'
}

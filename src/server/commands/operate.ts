import pg from 'pg'
import { FanionError } from '../../shared/errors/fanion-error.ts'
import { isUnavailable } from '../platform/db/failure.ts'
import { unreachable } from '../refuse-start.ts'
import { OptionError } from '../settings.ts'
import { StartError } from '../start-error.ts'

/**
 * Runs an operator's command and exits: with 0, or with 1 if `work` returns false or fails, after printing a sentence.
 * On a signal it exits in order, so that no partial files are left.
 */
export async function operate(work: () => Promise<unknown>): Promise<never> {
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  try {
    process.exit((await work()) === false ? 1 : 0)
  } catch (error) {
    printCommandError(error)
    process.exit(1)
  }
}

/** Prints why a command failed: with the usage for a wrong option, and with a stack for an unexpected error. */
export function printCommandError(error: unknown, usage?: string): void {
  if (error instanceof OptionError && usage !== undefined) return console.error(`${error.message}\n\n${usage}`)
  const told = commandErrorText(error)
  console.error(told === undefined ? error : `\nfanion: ${told}\n`)
}

function commandErrorText(error: unknown): string | undefined {
  if (error instanceof StartError || error instanceof FanionError) return error.message
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  // The database rejects the user or does not exist (SQLSTATE classes 28 and 3D).
  if (isUnavailable(error) || /^(28|3D)/.test(code)) return unreachable(error).message
  if (code === '42501')
    return `The database doesn’t let this user do that: ${String(error)}. Use the user that owns Fanion’s tables.`
  return undefined
}

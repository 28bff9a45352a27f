import pg from 'pg'
import { FanionError } from '../../shared/errors/fanion-error.ts'
import { isUnavailable } from '../platform/db/failure.ts'
import { unreachable } from '../refuse-start.ts'
import { OptionError } from '../settings.ts'
import { StartError } from '../start-error.ts'

/**
 * Does what the operator asked for and ends the process: with 0, or with 1 where `work` answers false or cannot be done, which is
 * told in a sentence. A signal ends it in order: what was made for it ends, and no file is left in parts.
 */
export async function operate(work: () => Promise<unknown>): Promise<never> {
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  try {
    process.exit((await work()) === false ? 1 : 0)
  } catch (error) {
    tell(error)
    process.exit(1)
  }
}

/** Tells why something was not done; with how it is used where that is the trouble, and with a stack where it is a fault of ours. */
export function tell(error: unknown, usage?: string): void {
  if (error instanceof OptionError && usage !== undefined) return console.error(`${error.message}\n\n${usage}`)
  const told = inWords(error)
  console.error(told === undefined ? error : `\nfanion: ${told}\n`)
}

function inWords(error: unknown): string | undefined {
  if (error instanceof StartError || error instanceof FanionError) return error.message
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  // who comes, or where to, is not known there
  if (isUnavailable(error) || /^(28|3D)/.test(code)) return unreachable(error).message
  if (code === '42501')
    return `The database doesn’t let this user do that: ${String(error)}. Use the user that owns Fanion’s tables.`
  return undefined
}

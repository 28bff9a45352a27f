import { OptionError } from './settings.ts'

/** What ends with a program, in the order in which it began; the last ends first. */
export type Closing = (() => Promise<unknown>)[]

/** What SIGHUP has read again. */
export const reloads = new Set<() => void>()

/**
 * Begins to serve, and ends in order at a signal, or where it cannot begin: `tell` says why, and the exit code is 2 where an
 * option is wrong, else 1.
 */
export async function serveUntilStopped(
  begin: (closing: Closing) => Promise<void>,
  tell: (error: unknown) => void,
): Promise<void> {
  const closing: Closing = []
  let stopping: Promise<void> | undefined
  const stop = (exitCode: number) => {
    stopping ??= closeAll(closing).then(() => process.exit(exitCode))
    return stopping
  }
  process.on('SIGHUP', () => {
    // sent when a terminal is closed, and by operators to a server that has none
    if (process.stdout.isTTY) void stop(0)
    else reloads.forEach((reload) => reload())
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) console.log('\nStopping …')
      void stop(0)
    })
  }
  try {
    await begin(closing)
  } catch (error) {
    // what a stop breaks off is no fault
    if (!stopping) tell(error)
    await stop(error instanceof OptionError ? 2 : 1)
  }
}

/** Ends what began, the last first; what cannot end keeps nothing else from it. */
export async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.reverse()) {
    await close().catch((error: unknown) => console.error('while stopping:', error))
  }
}

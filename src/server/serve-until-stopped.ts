import { OptionError } from './settings.ts'

/** Functions to call at shutdown, in start order. The last runs first. */
export type CloseFunctions = (() => Promise<unknown>)[]

/** Called on SIGHUP. */
export const reloads = new Set<() => void>()

/**
 * Starts to serve, and shuts down in order on a signal or if the start fails: `tell` prints why, and the exit code is 2
 * for a wrong option, else 1.
 */
export async function serveUntilStopped(
  begin: (closing: CloseFunctions) => Promise<void>,
  tell: (error: unknown) => void,
): Promise<void> {
  const closing: CloseFunctions = []
  let stopping: Promise<void> | undefined
  const stop = (exitCode: number) => {
    stopping ??= closeAll(closing).then(() => process.exit(exitCode))
    return stopping
  }
  process.on('SIGHUP', () => {
    // SIGHUP is sent when a terminal closes, and by operators to a server without one.
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
    // Errors caused by the shutdown are not printed.
    if (!stopping) tell(error)
    await stop(error instanceof OptionError ? 2 : 1)
  }
}

/** Closes everything in reverse order. A failure does not prevent the others from closing. */
export async function closeAll(closing: CloseFunctions): Promise<void> {
  for (const close of closing.reverse()) {
    await close().catch((error: unknown) => console.error('while stopping:', error))
  }
}

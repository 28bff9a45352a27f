import type { ChildProcess } from 'node:child_process'

/** What ends with a test file, in the order in which it does: nothing ends before all that uses it has. */
export const stages = ['processes', 'servers', 'databases', 'folders'] as const
export type Stage = (typeof stages)[number]

/** What ends together: stage after stage, whatever the order in which it was told, each awaited; a failure keeps nothing from ending. */
export class Endings {
  readonly #told = new Map(stages.map((stage) => [stage, new Set<() => unknown>()]))

  /** Tells of something to end; what is returned takes that back, for what has ended before. */
  add(stage: Stage, end: () => unknown): () => void {
    const told = this.#told.get(stage)
    told?.add(end)
    return () => void told?.delete(end)
  }

  /** Ends everything; rejects with what went wrong once all that could end has. */
  async run(): Promise<void> {
    const failures: unknown[] = []
    for (const stage of stages) {
      const told = this.#told.get(stage)
      const results = await Promise.allSettled([...(told ?? [])].map(async (end) => end()))
      told?.clear()
      for (const result of results) if (result.status === 'rejected') failures.push(result.reason)
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures)
  }
}

// one for the process, also where a file has its modules loaded anew: the hook of each file (ends-files.ts) knows this one
const held = globalThis as typeof globalThis & { fanionEndings?: Endings }
const endings = (held.fanionEndings ??= new Endings())
// a script that borrows a part of the tests' ground (pictures, benches) has no file: what still runs ends with its process
if (!process.env.VITEST) process.once('exit', () => void endings.run())

/** Ends what this file began; the hook of every file calls it. */
export const endFile = (): Promise<void> => endings.run()

/** Has something end when the test file ends; said from wherever it begins, a test included. */
export const atFileEnd = (stage: Stage, end: () => unknown): (() => void) => endings.add(stage, end)

/** How long a process that was asked to end is waited for before it is killed. */
const patienceMs = 5_000

/**
 * Has a process end when the test file ends, if it still runs then, and waits until it is gone. It is killed, unless told
 * a signal that it needs, to end its own.
 */
export function endsWithFile<Child extends ChildProcess>(child: Child, signal: NodeJS.Signals = 'SIGKILL'): Child {
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // it never began
    child.once('error', () => resolve())
  })
  const forget = atFileEnd('processes', async () => {
    child.kill(signal)
    const force = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await gone
    clearTimeout(force)
  })
  void gone.then(forget)
  return child
}

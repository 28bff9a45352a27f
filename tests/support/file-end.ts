import type { ChildProcess } from 'node:child_process'

/** Stages of cleanup at the end of a test file, in order, so that nothing ends before everything that uses it. */
export const stages = ['processes', 'servers', 'databases', 'folders'] as const
export type Stage = (typeof stages)[number]

/**
 * Ends resources stage by stage, whatever the order of registration, and awaits each. A failure does not prevent the
 * others from ending.
 */
export class CleanupStages {
  readonly #told = new Map(stages.map((stage) => [stage, new Set<() => unknown>()]))

  /** Registers a function that ends a resource. The returned function unregisters it. */
  add(stage: Stage, end: () => unknown): () => void {
    const told = this.#told.get(stage)
    told?.add(end)
    return () => void told?.delete(end)
  }

  /** Ends everything, then rejects with the errors, if any. */
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

// One per process, even if a file's modules are loaded again: the hook in ends-files.ts uses this one.
const held = globalThis as typeof globalThis & { fanionEndings?: CleanupStages }
const endings = (held.fanionEndings ??= new CleanupStages())
// Scripts that reuse test fixtures (screenshots, benchmarks) have no test file, so their resources end with the
// process.
if (!process.env.VITEST) process.once('exit', () => void endings.run())

/** Ends everything this file started. Called by a hook in every file. */
export const endFile = (): Promise<void> => endings.run()

/** Registers a function that runs when the test file ends. Can be called anywhere, also inside a test. */
export const atFileEnd = (stage: Stage, end: () => unknown): (() => void) => endings.add(stage, end)

/** How long to wait for a process to exit before it is killed. */
const patienceMs = 5_000

/**
 * Ends a process when the test file ends, and waits until it has exited. Kills it, unless it needs another signal to
 * end its own children.
 */
export function endsWithFile<Child extends ChildProcess>(child: Child, signal: NodeJS.Signals = 'SIGKILL'): Child {
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // It failed to start.
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

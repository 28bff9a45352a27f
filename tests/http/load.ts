import { setTimeout as pause } from 'node:timers/promises'

/** Repeats an action until it is stopped, and collects failures. */
export function load(act: () => Promise<void>) {
  let stopped = false
  const done = { times: 0, failures: [] as string[] }
  const run = async () => {
    while (!stopped) {
      await act().catch((error: unknown) => done.failures.push(String(error)))
      done.times++
      await pause(20) // leaves CPU time for the servers
    }
    return done
  }
  const running = run()
  return () => {
    stopped = true
    return running
  }
}

import { setTimeout as pause } from 'node:timers/promises'

/** Does something again and again until it is stopped, and keeps what went wrong. */
export function load(act: () => Promise<void>) {
  let stopped = false
  const done = { times: 0, failures: [] as string[] }
  const run = async () => {
    while (!stopped) {
      await act().catch((error: unknown) => done.failures.push(String(error)))
      done.times++
      await pause(20) // the machine is for the servers, too
    }
    return done
  }
  const running = run()
  return () => {
    stopped = true
    return running
  }
}

import os from 'node:os'

/** The longest that a part of the run may take; the whole is to end in twelve minutes on two processors. */
const boundMs = 240_000

/** One part of the run: says how long it took and what load the machine was under, and fails the run where it does not end. */
export async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now()
  const seconds = () => ((performance.now() - startedMs) / 1_000).toFixed(1)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${boundMs / 1_000} s`)), boundMs)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
    console.log(`— ${name}: ${seconds()} s, load ${os.loadavg()[0]?.toFixed(1)}`)
  }
}

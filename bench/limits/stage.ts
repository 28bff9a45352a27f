import os from 'node:os'

/** Maximum duration of a part of the run. The whole run should take at most twelve minutes on two CPUs. */
const boundMs = 240_000

/** Runs one part: prints its duration and the machine's load, and fails the run if the part does not end in time. */
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

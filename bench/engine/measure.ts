import type { Run } from './columns.ts'

const slotMs = 40

const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Returns how many calls take about the given time. Also warms up the code. */
const calibrated = async (run: Run, ms: number): Promise<number> => {
  for (let count = 1; ; count *= 2) {
    const start = performance.now()
    await run(count)
    const took = performance.now() - start
    if (took > ms / 8) return Math.max(1, Math.round((count * ms) / took))
  }
}

/** Runs for a while, so that the code is compiled before the measurement. */
export const warmUp = async (run: Run): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await run(await calibrated(run, slotMs))
}

/** Nanoseconds of CPU time per call over all threads of the process, including garbage collection. */
export const cpuPerCall = async (run: Run): Promise<number> => {
  const count = await calibrated(run, slotMs)
  const start = cpuMicros()
  await run(count)
  return ((cpuMicros() - start) * 1_000) / count
}

const collect = (): void => {
  if (globalThis.gc === undefined) throw new Error('start with --expose-gc')
  for (let round = 0; round < 4; round += 1) globalThis.gc()
}

/** Bytes of JavaScript heap in use after garbage collection. */
export const retained = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

/** Bytes in use after garbage collection, including texts outside the JavaScript heap. */
export const held = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Allocations of one sample that do not start garbage collection, whose young generation has 64 MiB. */
const sampleBytes = 24 * 1024 * 1024

/** Bytes allocated on the JavaScript heap per call: the median of five samples without garbage collection. */
export const bytesPerCall = async (run: Run): Promise<number> => {
  await warmUp(run)
  let count = 16
  const sample = async (): Promise<number> => {
    const before = retained()
    await run(count)
    return process.memoryUsage().heapUsed - before
  }
  while (count < 1_000_000 && (await sample()) < sampleBytes / 4) count *= 2
  const samples: number[] = []
  while (samples.length < 5) samples.push((await sample()) / count)
  return Math.max(0, samples.sort((a, b) => a - b)[2] ?? 0)
}

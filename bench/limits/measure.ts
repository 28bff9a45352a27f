/** A row of the table. */
export type Row = { what: string; small?: string; big?: string; before?: string; goal?: string }

/** Duration, response size and CPU time of a call. */
export type Taken = { p50: number; p95: number; bytes: number; cpuMs: number }

/** Makes calls one after the other. */
export async function measured(times: number, call: () => Promise<number>): Promise<Taken> {
  const taken: number[] = []
  let bytes = 0
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) {
    const startedMs = performance.now()
    bytes = await call()
    taken.push(performance.now() - startedMs)
  }
  const used = process.cpuUsage(before)
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.ceil(taken.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95), bytes, cpuMs: (used.user + used.system) / 1_000 / times }
}

export const words = ({ p50, p95, bytes, cpuMs }: Taken): string =>
  `${p50.toFixed(0)} / ${p95.toFixed(0)} ms, ${(bytes / 1_000).toFixed(1)} kB, processor ${cpuMs.toFixed(0)} ms`

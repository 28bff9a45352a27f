import { type Load, load } from './load.ts'
import { grouped, quantile } from './page.ts'

/** A server under load, and the URL of its CPU time in Prometheus format. */
export type Subject = Load & { readonly metrics: string }

/** Results of each round: `cpu` in µs per request, `p50` and `p99` in ms. */
export type Measured = { cpu: number[]; perSecond: number[]; p50: number[]; p99: number[]; failures: number }

/** CPU time of a server so far in ms, over all threads. */
const cpuMs = async (address: string) =>
  Number(/^process_cpu_seconds_total(?:\{[^}]*\})? (\S+)/m.exec(await (await fetch(address)).text())?.[1]) * 1_000

/** Measures the subjects in turn, round after round. A short first round warms up and is not counted. */
export async function takeTurns(
  subjects: Readonly<Record<string, Subject>>,
  rounds: number,
): Promise<Map<string, Measured>> {
  const results = new Map<string, Measured>()
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { metrics, ...subject }] of Object.entries(subjects)) {
      const startedMs = await cpuMs(metrics)
      const told = await load({ ...subject, durationMs: round === 0 ? 1_000 : subject.durationMs })
      if (round === 0) continue // warm-up
      const result = results.get(name) ?? { cpu: [], perSecond: [], p50: [], p99: [], failures: 0 }
      result.perSecond.push(told.perSecond)
      result.cpu.push((((await cpuMs(metrics)) - startedMs) / told.requests) * 1_000)
      result.p50.push(told.p50Ms)
      result.p99.push(told.p99Ms)
      result.failures += told.failures
      results.set(name, result)
    }
  }
  return results
}

/** One row per subject: requests a second with their range, CPU, p50, p99, failures. */
export const rowsOf = (results: ReadonlyMap<string, Measured>): string[][] =>
  [...results].map(([name, { cpu, perSecond, p50, p99, failures }]) => [
    name,
    `${grouped(quantile(perSecond, 0.5))} <sub>${grouped(Math.min(...perSecond))}–${grouped(Math.max(...perSecond))}</sub>`,
    grouped(quantile(cpu, 0.5)),
    quantile(p50, 0.5).toFixed(1),
    quantile(p99, 0.5).toFixed(1),
    String(failures),
  ])

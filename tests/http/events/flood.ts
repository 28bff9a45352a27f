import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TrackReceipt } from '../../../src/shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../src/shared/limits.ts'
import { aBatch, page, query, send, world } from './two-servers.ts'

/** Number of client addresses. With more than 150 the key's limit is reached, too. */
const addresses = Number(process.env['FANION_FLOOD_ADDRESSES'] ?? 6)
const rows = 900

/** Number of rows in each table. */
const sizes = async (): Promise<Map<string, number>> => {
  const tables = await query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'track\\_2%' order by 1`,
  )
  const counted = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`)
  const found = await query<{ name: string; n: number }>(counted.join(' union all '))
  return new Map(found.map(({ name, n }) => [name, n]))
}

describe('a flood with a client key', () => {
  it('leaves no more rows than were acknowledged, in no other tables, and of counts as many as there are names', async () => {
    const before = await sizes()
    const sources = Array.from({ length: addresses }, () => page())
    let [acknowledged, batches, refused] = [0, 0, 0]
    // Every unit, library, build, property and undeclared name is new, until the sender is rate limited.
    const flood = async (headers: Record<string, string>) => {
      for (let n = 0; n < 5; n += 1) {
        const mark = randomUUID()
        const events = Array.from({ length: rows }, (_, at) =>
          at % 3 === 0 ? { event: `${mark.slice(0, 8)}-${at}` } : { event: 'click', unit: `${mark}-${at}` },
        )
        const answer = await send({ ...aBatch(events), sdk: mark, dropped: 1e12, build: mark }, headers)
        if (answer.status === 429) {
          refused += 1
          continue
        }
        const receipt = (await answer.json()) as TrackReceipt
        expect(answer.status).toBe(202)
        batches += 1
        acknowledged += receipt.accepted
      }
    }
    for (let at = 0; at < sources.length; at += 6) await Promise.all(sources.slice(at, at + 6).map(flood))
    const after = await sizes()
    const grown = [...after].flatMap(([table, n]) => {
      const more = n - (before.get(table) ?? 0)
      return more === 0 ? [] : [[table, more] as const]
    })
    const by = new Map(grown)
    expect(by.get('track')).toBe(acknowledged)
    expect(by.get('track_batch')).toBe(batches)
    // Fifty library names plus the rest, each with accepted, undeclared and dropped rows.
    expect(by.get('intake_count')).toBeLessThanOrEqual(3 * 51)
    expect([...by.keys()].filter((table) => !['track', 'track_batch', 'intake_count'].includes(table))).toEqual([])
    // One minute's limit, or two if the minute changed during the test.
    expect(acknowledged).toBeLessThanOrEqual(2 * addresses * limits.clientRowsPerAddress)
    expect(refused).toBeGreaterThan(0)
    // Batches with the server key are still accepted.
    expect((await send(aBatch([{ event: 'click' }]), world.bearer)).status).toBe(202)
    console.info(
      `from ${addresses} addresses ${batches} batches were taken and ${refused} told to wait: ${acknowledged} rows acknowledged, ` +
        `${by.get('track')} stored, ${by.get('intake_count')} rows of counts`,
    )
  })
})

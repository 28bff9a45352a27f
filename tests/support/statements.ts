import pg from 'pg'
import { vi } from 'vitest'
import { z } from 'zod'

/** A statement sent to PostgreSQL. */
export type Statement = { text: string; values: unknown[] }

/** Records all statements of this process during an action. */
export const statementsOf = async <T>(act: () => Promise<T>): Promise<{ told: Statement[]; result: T }> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await act()
    const told = spy.mock.calls.map((call: unknown[]): Statement => {
      const [first, second] = call
      // The first argument is a text or a query object.
      const text = typeof first === 'string' ? first : String((first as { text?: unknown } | undefined)?.text)
      return { text: text.replaceAll(/\s+/g, ' '), values: Array.isArray(second) ? second : [] }
    })
    return { told, result }
  } finally {
    spy.mockRestore()
  }
}

const Node = z.looseObject({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Join Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  'Shared Hit Blocks': z.number().default(0),
  'Shared Read Blocks': z.number().default(0),
  Plans: z.array(z.unknown()).default([]),
})

/** Number of rows that a plan reads. */
const looked = (plan: unknown): number => {
  const node = Node.parse(plan)
  const { 'Rows Removed by Filter': filtered, 'Rows Removed by Join Filter': unjoined } = node
  const own = node['Actual Rows'] + filtered + unjoined + node['Rows Removed by Index Recheck']
  return own * node['Actual Loops'] + node.Plans.reduce<number>((sum, one) => sum + looked(one), 0)
}

/** The cost of a statement independent of load: rows read and pages touched. */
export type Work = { rows: number; pages: number }

/** Measures the cost of read-only statements by running them again. */
export async function workOf(url: string, statements: readonly Statement[]): Promise<Work[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const work: Work[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: unknown }[] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      )
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = Node.parse(plan)
      work.push({ rows: looked(plan), pages: hit + read })
    }
    return work
  } finally {
    await client.end()
  }
}

import pg from 'pg'
import { vi } from 'vitest'
import { z } from 'zod'

/** What PostgreSQL is asked. */
export type Statement = { text: string; values: unknown[] }

/** What PostgreSQL is asked while something is done, by anybody in this process. */
export const statementsOf = async <T>(act: () => Promise<T>): Promise<{ told: Statement[]; result: T }> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await act()
    const told = spy.mock.calls.map((call: unknown[]): Statement => {
      const [first, second] = call
      // a text, or what holds one
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

/** How many rows a plan looked at. */
const looked = (plan: unknown): number => {
  const node = Node.parse(plan)
  const { 'Rows Removed by Filter': filtered, 'Rows Removed by Join Filter': unjoined } = node
  const own = node['Actual Rows'] + filtered + unjoined + node['Rows Removed by Index Recheck']
  return own * node['Actual Loops'] + node.Plans.reduce<number>((sum, one) => sum + looked(one), 0)
}

/** What a statement costs the database however busy it is: the rows it looks at, and the pages it touches. */
export type Work = { rows: number; pages: number }

/** What each of these statements, which only read, costs when it is asked again. */
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

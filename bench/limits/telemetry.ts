import pg from 'pg'
import { createKey } from '../../src/server/features/access/keys/create-key.ts'
import type { ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import { proveEnvironment } from '../../src/server/platform/kernel/scope.ts'
import { keyOf } from './furnish.ts'

const atOnce = 400
/** The server writes collected reports once a second. */
const gatheredMs = 1_500

/**
 * Every application reports once, as fast as the server accepts it. Describes the reports a second and what was
 * written.
 */
export async function telemetry(url: string, ctx: ProjectCtx, programs: number): Promise<string> {
  const environment = await proveEnvironment(ctx.db, ctx.project, 'production')
  const made = await createKey(
    { ...ctx, environment },
    {
      ...{ project: ctx.project.key, environment: 'production', kind: 'server', name: 'bench' },
      ...{ allowedOrigins: [], expiresInDays: null },
    },
  )
  const headers = { authorization: `Bearer ${made.text}`, 'content-type': 'application/json' }
  const body = (n: number) => {
    const now = new Date().toISOString()
    const counts = Array.from({ length: 4 }, (_, at) => ({ flag: keyOf((n + at) % 100), variant: 'on', count: 1 }))
    return JSON.stringify({ instance: `i-${n}`, sdk: 'bench 0', from: now, to: now, dropped: 0, counts })
  }
  const statements = countStatements('evaluation_count')
  const startedMs = performance.now()
  let next = 0
  const worker = async () => {
    while (next < programs) {
      const response = await fetch(`${url}/sdk/v1/telemetry`, { method: 'POST', headers, body: body(next++) })
      await response.text()
      if (response.status !== 202) throw new Error(`telemetry: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - startedMs) / 1_000
  await new Promise((resolve) => setTimeout(resolve, gatheredMs))
  const written = statements.end()
  const perSecond = (written / (seconds + gatheredMs / 1_000)).toFixed(1)
  return `${(programs / seconds).toFixed(0)} a second, ${written} statements in all, ${perSecond} a second`
}

/**
 * Counts the database statements about a table from now on, including those of the server, which runs in this process.
 */
function countStatements(table: string): { end: () => number } {
  const query = Reflect.get(pg.Client.prototype, 'query')
  let count = 0
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...asked: unknown[]) {
    if (JSON.stringify(asked[0])?.includes(table)) count++
    return Reflect.apply(query, this, asked)
  })
  return {
    end: () => {
      Reflect.set(pg.Client.prototype, 'query', query)
      return count
    },
  }
}

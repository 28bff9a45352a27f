import { sql } from 'kysely'
import type { Rule } from '../../src/shared/schemas/flag.ts'
import type { anOwner } from '../support/server.ts'
import type { Machine } from './machine.ts'

export const event = 'did'

/** An even split. */
export const rule: Rule = {
  id: 'run-1',
  when: true,
  serve: {
    split: {
      point: { salt: 'run-1:arm' },
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
  run: 1,
}

/** Creates a declared event and an open run in development. Returns a server key. */
export async function aMeasuredProject(
  machine: Machine,
  api: Awaited<ReturnType<typeof anOwner>>['api'],
  project: string,
) {
  await api.events.save.mutate({ project, key: event, name: event, value: {} })
  await sql`
    insert into run (project_id, environment_id, number, flag, kind, state, rule, salt, arms, plan, hash, versions,
      proposed_at, opened_at)
    select environment.project_id, environment.id, 1, 'checkout', 'ramp', 'open', ${JSON.stringify(rule)}::json, 'checkout',
      '["on","off"]', '{}', '', '{}', now(), now()
    from environment join project on project.id = project_id where project.key = ${project} and environment.key = 'development'`.execute(
    machine.db,
  )
  return (await api.keys.create.mutate({ project, environment: 'development', kind: 'server', name: 'by hand' })).text
}

/** The stored rows and their counts. */
export async function storedIn({ db }: Machine) {
  const { rows } = await sql<{ value: number }>`select value from track`.execute(db)
  const counts = await sql<{ kind: string; count: string }>`
    select kind, sum(count) as count from intake_count where reason = '' group by kind`.execute(db)
  const { rows: exposed } = await sql<{ n: string }>`select count(*) as n from exposure`.execute(db)
  const counted = (kind: string) => Number(counts.rows.find((row) => row.kind === kind)?.count ?? 0)
  return {
    values: rows.map((row) => row.value),
    counted: counted('event'),
    exposures: Number(exposed[0]?.n),
    exposuresCounted: counted('run'),
  }
}

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { timeLimits } from '../../src/server/platform/db/time-limits.ts'
import { aBrowser, anOwner } from '../support/server.ts'
import { aWorld } from './world.ts'

it('those who wait for a lock in one project hold up nobody elsewhere, and hear that it takes too long', async () => {
  const world = await aWorld()
  const { url, databaseUrl, where, project, api } = world
  const other = await anOwner(url)
  const [base, id] = await api.environments.list
    .query({ project })
    .then((all) => all.find(({ key }) => key === where.environment))
    .then((one) => [one?.revision ?? 0, one?.id] as const)
  // A connection has the environment's lock, like a server that froze during a publish.
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select * from lock_environment($1)', [id])

  const cookie = world.owner.cookie()
  const publish = (on: boolean) =>
    fetch(`${url}/trpc/flags.switch`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ ...where, flag: 'checkout', on, base }),
    })
  const waiting = Array.from({ length: 40 }, (_, at) => publish(at % 2 === 0))
  // All of these work while the lock is taken.
  await aBrowser(url).api.account.signIn.mutate(other.credentials)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await other.api.flags.create.mutate({ project: other.project, key: 'elsewhere', name: 'Elsewhere' })
  await other.api.flags.list.query({ project: other.project })
  expect((await api.flags.list.query({ project })).rows).toHaveLength(1)
  expect((await fetch(`${url}/sdk/v1/datafile`, { headers: world.bearer })).status).toBe(200)

  const answers = await Promise.all(waiting)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  for (const answer of answers) {
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await answer.text()).toContain('server/unavailable')
  }
  await holder.query('rollback')
  expect((await publish(false)).status).toBe(200)
})

it('a transaction that nobody goes on with is ended by PostgreSQL, and frees what it held', async () => {
  const world = await aWorld()
  const { publish } = world.server.services.pools
  const frozen = publish.transaction().execute(async (tx) => {
    await tx.selectFrom('environment').select('id').forUpdate().execute()
    await new Promise((resolve) => setTimeout(resolve, timeLimits.publish.idleMs * 2))
    await tx.selectFrom('environment').select('id').execute()
  })
  const refusal = frozen.catch((error: unknown) => error)
  expect(await world.turn(false)).toBeGreaterThan(1)
  expect(await refusal).toBeInstanceOf(Error)
  // The terminated connection is replaced.
  expect(await world.turn(true)).toBeGreaterThan(2)
})

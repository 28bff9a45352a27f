import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { anOwner, testServer } from '../support/server.ts'

let env: Record<string, string>
let owner: Awaited<ReturnType<typeof anOwner>>

const fanion = (...args: string[]) => runCli(args, env)
const run = (...args: string[]) =>
  fanion('experiment', ...args, '--project', owner.project, '--environment', 'development')

beforeAll(async () => {
  const { url } = await testServer({})
  owner = await anOwner(url)
  const { api, project } = owner
  await api.flags.create.mutate({ project, key: 'pay-button', name: 'Pay button', onIn: ['development'] })
  await api.events.save.mutate({ project, key: 'purchase', name: 'Purchase' })
  const measure = { kind: 'proportion' as const, of: { event: 'purchase' } }
  const definition = { name: 'Finish', better: 'more' as const, from: 'anyone' as const, measure }
  await api.metrics.create.mutate({ project, key: 'finish', definition })
  await api.experiments.create.mutate({
    ...{ project, environment: 'development', key: 'pay-now', name: 'Pay now', flag: 'pay-button' },
    setup: {
      arms: [
        { variant: 'off', weight: 50_000 },
        { variant: 'on', weight: 50_000 },
      ],
      primary: ['finish'],
    },
  })
  const { text } = await api.tokens.create.mutate({ name: 'experiments', scopes: [{ project, role: 'admin' }] })
  env = { FANION_URL: url, FANION_TOKEN: text, XDG_CONFIG_HOME: await aFolder('experiments') }
})

it('lists, starts, tells of and stops an experiment, and its report checks', async () => {
  expect((await run('list')).said).toBe('pay-now: a draft, pay-button in development')
  expect(await run('begin', 'pay-now')).toMatchObject({ code: 2 })
  const started = await run('start', 'pay-now')
  expect(started).toMatchObject({ code: 0 })
  expect(started.said).toContain('Pay now is running: pay-button in development\nPeople: 0 off, 0 on')
  expect((await run('status', 'pay-now')).said).toContain('finish, on: too-early')

  const report = path.join(await aFolder('report'), 'report.json')
  writeFileSync(report, (await run('report', 'pay-now')).said)
  const checked = await fanion('report', 'check', report)
  expect(checked).toMatchObject({ code: 0, said: expect.stringContaining('all of it follows from its sums') })
  writeFileSync(report, '{}')
  expect(await fanion('report', 'check', report)).toMatchObject({ code: 1 })

  expect((await run('stop', 'pay-now', '--how', 'as-it-is')).said).toBe('Pay now is stopped.')
  expect(await run('stop', 'pay-now')).toMatchObject({ code: 1, said: expect.stringContaining('is stopped') })
})

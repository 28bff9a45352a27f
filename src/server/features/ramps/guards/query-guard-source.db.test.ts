import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { atFileEnd } from '../../../../../tests/support/file-end.ts'
import { aGuardedTeam } from '../../../../../tests/support/guarded-team.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { listGuardSources, renewGuardSecret, saveGuardSource } from './guard-sources.ts'
import { testGuardSource } from './test-source.ts'

const minute = 60_000
const hour = 60 * 60_000

const { clock, team, program, pass, started, get, lastOf, ruleOf } = await aGuardedTeam((await testDatabase(12)).db)

/** A guard source: a Prometheus and a verdict service at the same address. */
const asked: { url: string; headers: http.IncomingHttpHeaders; body: string }[] = []
let answer: { status: number; body: string } = { status: 200, body: '{}' }
const other = http.createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    asked.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer.status, { location: 'http://127.0.0.1:1/' }).end(answer.body)
  })
})
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
atFileEnd('servers', () => new Promise<void>((resolve) => void other.close(() => resolve())))
const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
const vector = (...values: string[]) =>
  JSON.stringify({
    status: 'success',
    data: { resultType: 'vector', result: values.map((value) => ({ metric: {}, value: [1, value] })) },
  })
const sources = { ...team.ada, vault: program.vault, allowPrivateAddresses: true }

describe('a guard that asks another system', () => {
  it('is against once a query is over its limit so many times in a row, and only holds what it cannot read', async () => {
    const source = { project: team.key, key: 'prom', kind: 'prometheus' as const, url: otherUrl }
    const [made] = await saveGuardSource(sources, { ...source, secret: 'hush' })
    const [saved] = await saveGuardSource(sources, { ...source, version: made?.version })
    expect(saved).toMatchObject({ key: 'prom', hasSecret: true })
    const { ramp, flag } = await started({
      guards: [
        {
          ...{ prometheus: 'prom', query: 'p95{flag="{{flag}}",run="{{run}}"}', is: 'above', limit: 800 },
          ...{ times: 2, then: 'roll-back' },
        },
      ],
    })
    // no users are counted, so the rule is an ordinary one
    expect(await ruleOf(flag)).toMatchObject({ serve: { variant: 'on' } })
    const seen: string[] = []
    for (const [status, body] of [
      [200, vector('431')],
      [200, vector('1', '2')],
      [200, vector('NaN')],
      [302, ''],
      [200, 'x'],
      [200, vector('900')],
    ] as const) {
      answer = { status, body }
      await pass(5 * minute)
      seen.push((await lastOf(ramp)).guards[0]?.state ?? '')
    }
    expect(seen).toEqual(['fine', 'blind', 'blind', 'blind', 'blind', 'watching'])
    expect(asked[0]?.headers.authorization).toBe('Bearer hush')
    expect(new URL(asked[0]?.url ?? '', otherUrl).searchParams.get('query')).toBe(`p95{flag="${flag}",run="${ramp}"}`)
    clock.ms += 30 * minute
    await pass(0)
    expect(await get(ramp)).toMatchObject({ state: 'rolled-back', why: expect.stringContaining('at most 800') })
  })

  it('goes, waits and stops by a verdict, which is asked by a signed message', async () => {
    await saveGuardSource(sources, {
      ...{ project: team.key, key: 'argo', kind: 'verdict', url: `${otherUrl}/verdict` },
      secret: `whsec_${Buffer.from('a secret of thirty-two bytes !!!').toString('base64')}`,
    })
    const { ramp } = await started({ guards: [{ verdict: 'argo', then: 'pause' }] })
    answer = { status: 200, body: '{"verdict":"wait","reason":"warming up"}' }
    await pass(hour)
    expect(await get(ramp)).toMatchObject({ state: 'running', step: 0, held: 'Verdict of argo is watched' })
    expect(asked.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({ ramp, variant: 'on', step: 1, sharePercent: 10 })
    answer = { status: 200, body: '{"verdict":"go"}' }
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ step: 1 })
    answer = { status: 200, body: '{"verdict":"stop","reason":"too slow"}' }
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'paused', why: 'Verdict of argo: It says stop: too slow.' })
  })

  it('is tried once at will, says which ramps ask it, and signs with a new secret from then on', async () => {
    const { key } = { key: 'ship' }
    await saveGuardSource(sources, { project: team.key, key, kind: 'verdict', url: `${otherUrl}/ship` })
    const { ramp, flag } = await started({ guards: [{ verdict: key, then: 'pause' }] })
    const listed = (await listGuardSources(team.ada)).find((one) => one.key === key)
    expect(listed?.usedBy).toEqual([{ ramp, flag, environment: 'production' }])
    answer = { status: 200, body: '{"verdict":"stop","reason":"frozen"}' }
    expect(await testGuardSource(sources, { key })).toMatchObject({ ok: true, text: 'It says stop: frozen' })
    expect(asked.at(-1)?.headers['webhook-signature']).toBeUndefined()
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ project: team.key, ramp: null, isTest: true })
    // a test has no effect on ramps
    expect(await get(ramp)).toMatchObject({ state: 'running' })
    const { secret } = await renewGuardSecret(sources, { key })
    expect(secret).toMatch(/^whsec_/)
    answer = { status: 500, body: '' }
    expect(await testGuardSource(sources, { key })).toMatchObject({ ok: false, text: 'It responded with 500.' })
    expect(asked.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
    const refusal = await refusalOf(renewGuardSecret(sources, { key: 'prom' }))
    expect(refusal).toMatchObject({ code: 'source/not-found' })
  })

  it('is refused an address that webhooks may not have', async () => {
    const refusal = await refusalOf(
      saveGuardSource(
        { ...sources, allowPrivateAddresses: false },
        { project: team.key, key: 'near', kind: 'verdict', url: 'http://127.0.0.1/verdict' },
      ),
    )
    expect(refusal).toMatchObject({ code: 'webhook/address-not-allowed' })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf } from '../../../../../tests/support/people.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { BeginDeviceInput, UserCode, userCodeLetters } from '../../../../shared/features/access/schemas/device.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { beginDeviceRequest } from './begin-device-request.ts'
import { approveDevice, denyDevice } from './decide-device.ts'
import { pollDevice } from './poll-device.ts'
import { showDeviceRequest } from './show-device-request.ts'
import { newUserCode } from './user-code.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase(4)).db
})

let clock = Date.now()
const now = () => new Date(clock)
let address = 0
const anAddress = () => `192.0.2.${++address}`
const at = (ctx: Ctx): Ctx => ({ ...ctx, now, origin: { ...ctx.origin, address: anAddress() } })

/** Starts a request as an anonymous program. `userCode` is in the form that the transport passes on. */
async function aProgram(asks: object = {}) {
  const nobody = at(contextOf(db, { kind: 'anonymous', id: null, name: 'nobody' }))
  const begun = await beginDeviceRequest(
    { ...nobody, publicUrl: () => 'https://flags.example', mail: null },
    BeginDeviceInput.parse({ name: 'fanion on laptop', ...asks }),
  )
  const ask = () => {
    clock += limits.devicePollMs
    return pollDevice(nobody, { deviceCode: begun.deviceCode })
  }
  return { ...begun, ask, poll: () => pollDevice(nobody, begun), userCode: UserCode.parse(begun.userCode) }
}
const ada = async () => at(contextOf(db, await aPerson(db, 'Ada')))
const actionsOf = (email: string) =>
  db
    .selectFrom('event')
    .select('action')
    .where('subject', 'like', `${email}%`)
    .orderBy('sequence')
    .execute()
    .then((rows) => rows.map(({ action }) => action))

describe('a program that asks to act in a person’s name', () => {
  it('is told two codes, where to approve, for how long and how often to ask', async () => {
    const begun = await aProgram()
    expect(begun).toMatchObject({
      deviceCode: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      verificationUri: 'https://flags.example/device',
      expiresInSeconds: 600,
      intervalSeconds: 2,
    })
    expect(begun.verificationUriComplete).toMatch(/\/device\?code=[B-Z]{4}-[B-Z]{4}$/)
  })

  it('waits, is shown to the person as it asked, and gets its token once they approve', async () => {
    const { project } = await aProject(db)
    const owner = at(project)
    const program = await aProgram({ project: project.project.key, role: 'editor', expiresInDays: 30 })
    expect(await program.ask()).toEqual({ state: 'waiting' })
    const shown = await showDeviceRequest(owner, program)
    expect(shown).toMatchObject({
      name: 'fanion on laptop',
      project: project.project.key,
      role: 'editor',
      expiresInDays: 30,
    })
    await approveDevice(owner, program)
    const answer = await program.ask()
    expect(answer).toMatchObject({
      state: 'approved',
      person: 'Ada',
      text: expect.stringMatching(/^fan_pat_/),
      token: { name: 'fanion on laptop', scopes: [{ project: project.project.key, role: 'editor' }] },
    })
    if (project.actor.kind !== 'user') throw new Error('a person made it')
    expect(await actionsOf(project.actor.email)).toEqual(['device.approve', 'token.create'])
  })

  it('gets its token once, though it asks twice at once', async () => {
    const program = await aProgram()
    await approveDevice(await ada(), program)
    clock += limits.devicePollMs
    const answers = await Promise.allSettled([program.poll(), program.poll()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusalOf(program.ask())).code).toBe('auth/token-invalid')
  })

  it('hears that the person said no, and nobody can approve it after', async () => {
    const program = await aProgram()
    const person = await ada()
    await denyDevice(person, program)
    expect(await program.ask()).toEqual({ state: 'denied' })
    expect((await refusalOf(approveDevice(person, program))).code).toBe('device/not-found')
  })

  it('has ten minutes', async () => {
    const program = await aProgram()
    clock += limits.deviceCodeMs
    expect((await refusalOf(program.poll())).code).toBe('auth/token-expired')
    expect((await refusalOf(approveDevice(await ada(), program))).code).toBe('device/not-found')
  })

  it('that asks too often is told to slow down', async () => {
    const program = await aProgram()
    await program.ask()
    const refusal = await refusalOf(program.poll())
    expect(refusal).toMatchObject({ code: 'request/rate-limited', details: { retryAfterSeconds: 2 } })
  })

  it('gets nothing from a person who was shut out meanwhile', async () => {
    const program = await aProgram()
    const person = await ada()
    await approveDevice(person, program)
    await db.updateTable('person').set({ disabledAt: now() }).where('id', '=', person.actor.id).execute()
    expect(await program.ask()).toEqual({ state: 'denied' })
  })

  it('keeps no code that would get the token in the database, nor the token', async () => {
    const program = await aProgram()
    const kept = async () =>
      JSON.stringify([
        await db.selectFrom('deviceRequest').selectAll().execute(),
        await db.selectFrom('apiToken').selectAll().execute(),
        await db.selectFrom('event').selectAll().execute(),
      ])
    await approveDevice(await ada(), program)
    expect(await kept()).not.toContain(program.deviceCode)
    const answer = await program.ask()
    expect(await kept()).not.toContain(answer.state === 'approved' ? answer.text : 'fan_pat_')
  })
})

describe('a user code', () => {
  it('of a project the person does not see approves nothing', async () => {
    const { project } = await aProject(db)
    const program = await aProgram({ project: project.project.key })
    expect((await refusalOf(approveDevice(await ada(), program))).code).toBe('project/not-found')
    expect(await program.ask()).toEqual({ state: 'waiting' })
  })

  it('cannot be found by trying: the eleventh wrong one in a minute is not looked up', async () => {
    const person = await ada()
    const wrong = { userCode: 'BBBBBBBB' }
    for (let tries = 0; tries < limits.signInPerMinute; tries++) {
      expect((await refusalOf(showDeviceRequest(person, wrong))).code).toBe('device/not-found')
    }
    const { userCode } = await aProgram()
    expect((await refusalOf(showDeviceRequest(person, { userCode }))).code).toBe('request/rate-limited')
  })

  it('is read however it is typed, and is made of its letters alone', () => {
    expect(UserCode.parse(' wdjb mjht ')).toBe('WDJBMJHT')
    expect(UserCode.safeParse('WDJB-MJHA').success).toBe(false)
    const ctx = contextOf(db, { kind: 'anonymous', id: null, name: 'nobody' })
    const seen = new Set(Array.from({ length: 200 }, () => newUserCode(ctx)).join(''))
    expect([...seen].toSorted().join('')).toBe(userCodeLetters)
  })
})

describe('beginning', () => {
  it('ends for an address after ten in a minute', async () => {
    const nobody = contextOf(db, { kind: 'anonymous', id: null, name: 'nobody' }, now)
    const ctx = { ...nobody, origin: { ...nobody.origin, address: anAddress() }, publicUrl: () => '', mail: null }
    const input = BeginDeviceInput.parse({ name: 'a flood' })
    for (let count = 0; count < limits.signInPerMinute; count++) await beginDeviceRequest(ctx, input)
    expect((await refusalOf(beginDeviceRequest(ctx, input))).code).toBe('request/rate-limited')
  })
})

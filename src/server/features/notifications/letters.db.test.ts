import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aRampWorld, type SomeRamp } from '../../../../tests/support/ramp-world.ts'
import type { EmailChoice } from '../../../shared/features/notifications/schemas/email-notification.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { Ctx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { EmailMessage } from '../../platform/kernel/mail.ts'
import { updatePerson } from '../access/accounts/queries.ts'
import { removeMember } from '../members/remove-member.ts'
import { continueRamp, pauseRamp, resumeRamp, undoRamp } from '../ramps/act-on-ramp.ts'
import { readEmailPreferences, saveEmailPreferences } from './email-preferences.ts'
import { deleteEmailsBefore } from './queries.ts'
import { sendQueuedEmails } from './send-queued-emails.ts'

const { db } = await testDatabase()
const world = await aRampWorld(db)
const { team, pass, answer } = world
const [minute, hour] = [60_000, 60 * 60_000]
const sent: EmailMessage[] = []
let refusal: Error | null = null
const mail = {
  send: async (letter: EmailMessage) => {
    if (refusal) throw refusal
    sent.push(letter)
  },
}
const publicUrl = () => 'https://flags.example.com'
const sender = { ...team.system, mail, publicUrl }
const send = () => sendQueuedEmails(sender, () => true)

const guarded = (then: 'pause' | 'roll-back') => world.aRampIn('running', { guards: [{ verdict: 'gate', then }] })
const stopped = async (): Promise<void> => {
  answer.body = JSON.stringify({ verdict: 'stop', reason: 'Payments fail' })
  await pass(5 * minute)
}
const choose = (who: ProjectCtx, ramps: EmailChoice) => saveEmailPreferences({ ...who, mail, publicUrl }, { ramps })
/** First names of the members who received emails since the last call. */
async function readers(): Promise<string[]> {
  await send()
  return sent
    .splice(0)
    .map(({ to }) => to.split('-')[0] ?? '')
    .toSorted()
}
/** Ends a ramp, so that it sends no emails in the next test. */
const over = async (one: SomeRamp) => {
  await undoRamp(team.ada, ask(one))
  await readers()
}
const ask = ({ ramp }: SomeRamp, why = '') => ({ project: team.key, ramp, why })

// Ada proposes changes in this setup and Pia publishes them. Paul and Adam can publish there too; Eda and Vera cannot.
describe('letters about a ramp', () => {
  it('tell everyone who publishes there, and those whose it is, that a guard undid it, and why', async () => {
    const { ramp, flag } = await guarded('roll-back')
    await readers()
    await stopped()
    await send()
    const [letter] = sent.filter(({ to }) => to.startsWith('pia'))
    expect(letter?.subject).toBe(`${flag} in Production: the ramp was undone at 1%`)
    expect(letter?.text).toContain(
      `Ramp ${ramp} of ${flag} to “on” in Production of ${team.key} was undone at 1%, step 1 of 3`,
    )
    expect(letter?.text).toContain('Payments fail')
    expect(letter?.text).toContain('Everyone has what they had before.')
    expect(letter?.text).toContain(
      `https://flags.example.com/p/${team.key}/flags/${flag}/ramp?env=production&run=${ramp}\n`,
    )
    expect(letter?.text).toContain('https://flags.example.com/me/profile')
    expect(await readers()).toEqual(['ada', 'adam', 'paul', 'pia'])
  })

  it('tell that a guard paused it and that it waits, and nothing of its other steps', async () => {
    const paused = await guarded('pause')
    await pass(2 * minute)
    expect(await readers()).toEqual([])
    await stopped()
    expect(await readers()).toEqual(['ada', 'adam', 'paul', 'pia'])
    await over(paused)
    const waiting = await world.aRampIn('waiting')
    expect(await readers()).toEqual(['ada', 'adam', 'paul', 'pia'])
    await continueRamp(team.second, ask(waiting))
    expect(await readers()).toEqual([])
    await over(waiting)
  })

  it('tell once in a hold that a guard can’t be read, an hour after it, and nothing of a freeze', async () => {
    const one = await guarded('pause')
    await readers()
    answer.status = 500
    await pass(hour)
    await pass(hour - minute)
    expect(await readers()).toEqual([])
    await pass(minute)
    await send()
    expect(sent[0]?.subject).toBe(`${one.flag} in Production: the ramp can’t go on at 1%`)
    expect(sent[0]?.text).toContain('Why: Verdict of gate can’t be read')
    expect(sent[0]?.text).toContain('It stays at 1% until the guard can be read again, or someone goes on with it.')
    expect(await readers()).toEqual(['ada', 'adam', 'paul', 'pia'])
    for (let times = 0; times < 4; times += 1) await pass(30 * minute)
    expect(await readers()).toEqual([])
    // the next hold sends an email again
    answer.status = 200
    await pass(5 * minute)
    answer.status = 500
    await pass(4 * hour)
    await pass(hour)
    expect(await readers()).toEqual(['ada', 'adam', 'paul', 'pia'])
    await over(one)
    const frozen = await world.aRampIn('held')
    await pass(2 * hour)
    expect(await readers()).toEqual([])
    await over(frozen)
    await world.thaw()
  })

  it('tell what a person did to those whose it is, and not to whoever did it', async () => {
    const one = await world.aRampIn('running')
    await pauseRamp(team.second, ask(one, 'The shop is slow'))
    await send()
    expect(sent[0]?.text).toContain('was paused at 1% by Paul')
    expect(sent[0]?.text).toContain('Why: The shop is slow')
    expect(await readers()).toEqual(['ada', 'pia'])
    await resumeRamp(team.second, ask(one))
    await undoRamp(team.ada, ask(one))
    // Paul is responsible for it since he resumed it
    expect(await readers()).toEqual(['paul'])
  })

  it('tell those whose it is that it is complete', async () => {
    const one = await world.aRampIn('running')
    await pass(hour)
    await pass(4 * hour)
    await send()
    expect(sent[0]?.subject).toBe(`${one.flag} in Production: the ramp is complete`)
    expect(sent[0]?.text).toContain('Everyone gets “on”.')
    expect(await readers()).toEqual(['ada', 'pia'])
  })

  it('go to the flag’s owner, also where they cannot publish', async () => {
    const one = await world.aRampIn('running')
    await db
      .updateTable('flag')
      .set({ ownerId: personIdOf(team.viewer.actor) })
      .where('key', '=', one.flag)
      .execute()
    await pauseRamp(team.ada, ask(one))
    expect(await readers()).toEqual(['pia', 'vera'])
    await over(one)
    await db.updateTable('flag').set({ ownerId: null }).where('key', '=', one.flag).execute()
  })

  it('go to nobody who chose otherwise', async () => {
    await choose(team.second, 'own')
    await choose(team.ada, 'none')
    expect(await readEmailPreferences({ ...team.ada, mail, publicUrl })).toEqual({ sends: true, ramps: 'none' })
    expect(await readEmailPreferences({ ...team.admin, mail: null, publicUrl })).toEqual({ sends: false, ramps: 'all' })
    const one = await guarded('pause')
    await stopped()
    expect(await readers()).toEqual(['adam', 'pia'])
    await choose(team.second, 'all')
    await choose(team.ada, 'all')
    await over(one)
  })

  it('are none where the act is rolled back', async () => {
    const one = await world.aRampIn('running')
    const act = db.transaction().execute(async (tx) => {
      await pauseRamp({ ...team.second, db: tx }, ask(one))
      throw new Error('cut')
    })
    await expect(act).rejects.toThrow('cut')
    expect(await readers()).toEqual([])
    await over(one)
  })
})

describe('a letter', () => {
  const told = async () => {
    const one = await world.aRampIn('running')
    await pauseRamp(team.publisher, ask(one))
    return one
  }
  const waiting = () => db.selectFrom('letter').select(['id', 'attempts']).execute()

  it('is tried again until the mail server takes it, with the same id', async () => {
    const one = await told()
    refusal = new Error('connect ECONNREFUSED')
    await send()
    const [before] = await waiting()
    expect(before?.attempts).toBe(1)
    refusal = null
    await send()
    expect(sent).toEqual([])
    await pass(minute)
    await send()
    expect(sent).toMatchObject([{ id: before?.id }])
    expect(await waiting()).toEqual([])
    await over(one)
  })

  it('to an address that the mail server does not have is given up, and the others are sent', async () => {
    const one = await told()
    refusal = Object.assign(new Error('no such user'), { command: 'RCPT TO', responseCode: 550 })
    await send()
    refusal = null
    expect(await waiting()).toEqual([])
    await over(one)
  })

  it('is sent once, whoever sends', async () => {
    const one = await told()
    await Promise.all([send(), send(), send()])
    expect(await readers()).toEqual(['ada'])
    await over(one)
  })

  it('is not sent to who cannot sign in any more, or left the project', async () => {
    const one = await world.aRampIn('running')
    await pauseRamp(team.ada, ask(one))
    await db
      .transaction()
      .execute((tx) => updatePerson(tx, personIdOf(team.publisher.actor) ?? '', { disabledAt: world.now() }))
    expect(await readers()).toEqual([])
    await db.updateTable('person').set({ disabledAt: null }).execute()
    await resumeRamp(team.second, ask(one))
    await readers()
    await pauseRamp(team.ada, ask(one))
    await removeMember(team.ada, { userId: personIdOf(team.second.actor) ?? '' })
    expect(await readers()).toEqual([])
    await over(one)
  })

  it('is of no use after a day, and goes', async () => {
    const one = await told()
    await pass(24 * hour)
    expect(await readers()).toEqual([])
    await deleteEmailsBefore(db, new Date(world.now().getTime() - 24 * hour + 1))
    expect(await waiting()).toEqual([])
    await over(one)
  })

  it('is the caller’s own to choose', async () => {
    const token: Ctx = { ...team.ada, actor: { kind: 'system', id: null, name: 'Fanion' } }
    await expect(saveEmailPreferences({ ...token, mail, publicUrl }, { ramps: 'none' })).rejects.toMatchObject({
      code: 'auth/sign-in-required',
    })
  })
})

import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { anExperimentWorld } from '../../../../tests/support/experiment-world.ts'
import type { UserEvents } from '../../../../tests/support/exposing-application.ts'
import type { EmailMessage } from '../../platform/kernel/mail.ts'
import { decideExperiment } from '../changes/decide-experiment.ts'
import { inbox } from '../changes/inbox.ts'
import { saveEmailPreferences } from '../notifications/email-preferences.ts'
import { sendQueuedEmails } from '../notifications/send-queued-emails.ts'
import { stopExperiment } from './stop-experiment.ts'

const { db } = await testDatabase()
const world = await anExperimentWorld(db)
const { team } = world
const day = 24 * 3_600_000
const sent: EmailMessage[] = []
const mail = { send: async (letter: EmailMessage) => void sent.push(letter) }
const publicUrl = () => 'https://flags.example.com'
const failing: UserEvents = (variant, chance) => (chance() < (variant === 'on' ? 0.7 : 0.1) ? ['failed'] : [])

/** The emails since the last call: the recipients' first names, and one of the emails. */
async function letters(): Promise<{ to: string[]; letter: EmailMessage | undefined }> {
  await sendQueuedEmails({ ...team.system, mail, publicUrl }, () => true)
  const all = sent.splice(0)
  return { to: all.map(({ to }) => to.split('-')[0] ?? '').toSorted(), letter: all[0] }
}
const asking = async (who = team.ada) => (await inbox(who)).experiments.map(({ key, why }) => [key, why])
const nothing = { experiment: '', what: 'nothing' as const, to: 'audience' as const, sentence: 'Too few came.' }
/** Decides the experiment, so that it sends no emails in the next test. */
async function over(experiment: string): Promise<void> {
  await decideExperiment(team.ada, { ...nothing, experiment })
  await letters()
  expect(await asking()).toEqual([])
}

// Ada proposes experiments in this setup and Pia publishes them. Paul and Adam can publish there too; Eda and Vera
// cannot.
describe('an experiment that asks for somebody', () => {
  it('stands in the inbox of who plans, and in a letter to who publishes, once its time is over', async () => {
    const { key, flag } = await world.running({ days: 1 })
    await world.serve(flag, 20)
    await world.pass(day / 2)
    await letters()
    expect(await asking()).toEqual([])
    await world.pass(3 * day)
    expect(await asking()).toEqual([[key, 'Its planned time is over. What follows from it?']])
    expect(await asking(team.viewer)).toEqual([])
    const { to, letter } = await letters()
    expect(to).toEqual(['ada', 'adam', 'paul', 'pia'])
    expect(letter?.subject).toMatch(/^Experiment \d+ in Production: the experiment is ready to decide$/)
    expect(letter?.text).toContain(`https://flags.example.com/p/${team.key}/experiments/${key}\n`)
    await world.pass(day)
    expect((await letters()).to).toEqual([])
    await stopExperiment(team.publisher, { experiment: key, how: 'as-before', why: '' })
    await over(key)
  })

  it('tells why a guard stopped it, and to who chose so only of their own', async () => {
    await saveEmailPreferences({ ...team.second, mail, publicUrl }, { ramps: 'own' })
    const { key, flag } = await world.running({ guards: [{ metric: 'failures', then: 'stop' }] })
    await letters()
    await world.serve(flag, 400, { does: failing })
    await world.pass(day / 24)
    expect(await asking()).toEqual([[key, expect.stringContaining('failures: ')]])
    const { to, letter } = await letters()
    expect(to).toEqual(['ada', 'adam', 'pia'])
    expect(letter?.subject).toContain('the experiment was stopped')
    expect(letter?.text).toContain('Why: failures: ')
    await over(key)
  })

  it('tells once of a guard that only tells, and of users who do not split as planned', async () => {
    const told = await world.running({ guards: [{ metric: 'failures', then: 'tell' }] })
    await letters()
    await world.serve(told.flag, 400, { does: failing })
    await world.pass(day / 24)
    expect(await asking()).toEqual([[told.key, expect.stringContaining('failures: ')]])
    expect((await letters()).letter?.subject).toContain('the experiment does harm')
    await world.pass(day / 24)
    expect((await letters()).to).toEqual([])
    await stopExperiment(team.publisher, { experiment: told.key, how: 'as-before', why: '' })
    // sent to the experiment's owner only, because Pia stopped it herself
    expect((await letters()).to).toEqual(['ada'])
    await over(told.key)

    const off = await world.running()
    await letters()
    await world.serve(off.flag, 2_000, { silent: (variant) => variant === 'on' })
    await world.pass(3 * day)
    expect(await asking()).toEqual([[off.key, expect.stringContaining('Users don’t split as planned')]])
    expect((await letters()).letter?.subject).toContain('the experiment can’t be read')
    await world.pass(day)
    expect((await letters()).to).toEqual([])
  })
})

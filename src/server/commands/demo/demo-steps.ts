import type { CreateExperimentInput } from '../../../shared/features/experiments/schemas/experiment.ts'
import type { RampPlan } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Api, Person } from './people.ts'
import { flags } from './shop.ts'

/** The context of a demo step: the API as its actor, the API as others, and the current time of the demo. */
export type StepContext = { api: Api; as: (who: Person) => Promise<Api>; now: Date }
export type DemoStep = (hands: StepContext) => Promise<unknown>

const inShop = { project: 'shop' } as const
type DemoFlagEdit = Partial<FlagDocument>

/** Creates a flag of the shop and publishes its targeting where it is on. */
export const createFlagStep =
  (key: string): DemoStep =>
  async ({ api }) => {
    const flag = flags.find(({ create }) => create.key === key)
    if (!flag) throw new Error(`the demo has no flag ${key}`)
    await api.flags.create({ ...inShop, ...flag.create })
    await api.flags.update({ ...inShop, flag: key, owner: (await api.account.status()).user?.id ?? null })
    if (!flag.targeting) return
    for (const environment of flag.create.onIn ?? [])
      await publishStep(key, environment, flag.targeting, `Initial targeting for ${key}`)({ api })
  }

/** Publishes an edit of a flag that needs no approval. */
export const publishStep =
  (flag: string, environment: string, edit: DemoFlagEdit, message: string) =>
  async ({ api }: Pick<StepContext, 'api'>): Promise<void> => {
    const { revision: base, document } = await headOf(api, flag, environment)
    const entries = [{ kind: 'flag' as const, key: flag, document: { ...document, ...edit } }]
    await api.revisions.publish({ ...inShop, environment, base, message, entries })
  }

/** Turns a flag on or off with the switch of the flag list. */
export const switchFlagStep =
  (flag: string, environment: string, on: boolean): DemoStep =>
  async ({ api }) =>
    api.flags.switch({ ...inShop, flag, environment, on, base: (await headOf(api, flag, environment)).revision })

/** Creates an invariant from a sentence. */
export const saveInvariantStep =
  (key: string, name: string, sentence: string): DemoStep =>
  ({ api }) =>
    api.promises.save({ ...inShop, key, name, sentence })

/** Proposes an edit of a flag in production, then continues with the change. */
export const proposeChangeStep =
  (
    flag: string,
    title: string,
    edit: DemoFlagEdit,
    ...next: readonly ((hands: StepContext, change: number) => Promise<unknown>)[]
  ): DemoStep =>
  async (hands) => {
    const { revision: base, document } = await headOf(hands.api, flag, 'production')
    const entry = { kind: 'flag' as const, environment: 'production', key: flag, base }
    const entries = [{ ...entry, document: { ...document, ...edit } }]
    const { number: change } = await hands.api.changes.save({ ...inShop, title, entries })
    for (const act of next) await act(hands, change)
  }

/** Proposes a ramp of a flag in production, then continues with the change that starts it. */
export const startRampStep =
  (
    flag: string,
    title: string,
    plan: Omit<RampPlan, 'rule' | 'to'>,
    ...next: readonly ((hands: StepContext, change: number) => Promise<unknown>)[]
  ): DemoStep =>
  async (hands) => {
    const { revision: base } = await headOf(hands.api, flag, 'production')
    const there = { ...inShop, environment: 'production' }
    const { number } = await hands.api.ramps.propose({
      ...{ ...there, flag, base, title },
      plan: { ...plan, rule: null, to: 'on' },
    })
    for (const act of next) await act(hands, number)
  }

type DemoExperimentPlan = Omit<CreateExperimentInput, 'project' | 'environment'>

/** Plans an experiment on a flag in production, then continues with the change that starts it. */
export const startExperimentStep =
  (
    planned: DemoExperimentPlan,
    ...next: readonly ((hands: StepContext, change: number) => Promise<unknown>)[]
  ): DemoStep =>
  async (hands) => {
    await hands.api.experiments.create({ ...inShop, environment: 'production', ...planned })
    const { revision: base } = await headOf(hands.api, planned.flag, 'production')
    const { number } = await hands.api.experiments.start({ ...inShop, experiment: planned.key, base })
    for (const act of next) await act(hands, number)
  }

/** Decides to ship a variant to everyone, then continues with the change that does so. */
export const shipVariantStep =
  (
    experiment: string,
    arm: string,
    sentence: string,
    ...next: readonly ((hands: StepContext, change: number) => Promise<unknown>)[]
  ): DemoStep =>
  async (hands) => {
    const decided = { ...inShop, experiment, what: 'ship', arm, to: 'everyone', sentence } as const
    const { change } = await hands.api.experiments.decide(decided)
    if (change !== null) for (const act of next) await act(hands, change)
  }

export const requestReviewOf = ({ api }: StepContext, change: number) =>
  api.changes.requestReview({ ...inShop, change })

/** Publishes a change that needs no approval. */
export const publishChangeStep = ({ api }: StepContext, change: number) => api.changes.publish({ ...inShop, change })

export const approveChangeStep =
  (who: Person, body = '') =>
  async ({ as, api }: StepContext, change: number) => {
    const { version } = await api.changes.get({ ...inShop, change })
    await (await as(who)).changes.approve({ ...inShop, change, version, body })
  }

export const requestChangesStep =
  (who: Person, body: string) =>
  async ({ as }: StepContext, change: number) =>
    (await as(who)).changes.requestChanges({ ...inShop, change, body })

export const commentOnChangeStep =
  (who: Person, body: string) =>
  async ({ as }: StepContext, change: number) =>
    (await as(who)).changes.comment({ ...inShop, change, body })

export const applyChangeStep =
  (who: Person) =>
  async ({ as }: StepContext, change: number) =>
    (await as(who)).changes.applyNow({ ...inShop, change })

/** Schedules a change: a number of days later, at an hour in UTC. */
export const scheduleChangeStep =
  (days: number, hourUtc: number) =>
  ({ api, now }: StepContext, change: number) => {
    const at = new Date(now)
    at.setUTCDate(at.getUTCDate() + days)
    at.setUTCHours(hourUtc, 0, 0, 0)
    return api.changes.schedule({ ...inShop, change, at: at.toISOString(), zone: 'Europe/Oslo' })
  }

async function headOf(api: Api, flag: string, environment: string) {
  const head = (await api.flags.get({ ...inShop, flag })).heads[environment]
  if (!head) throw new Error(`the demo has no ${flag} in ${environment}`)
  return head
}

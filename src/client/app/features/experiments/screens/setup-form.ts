import type { z } from 'zod'
import type {
  ExperimentArm,
  ExperimentGuard,
  ExperimentSetup,
} from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../../../shared/limits.ts'
import type { Condition } from '../../../../../shared/schemas/condition.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import { armsOfServe } from '../arms-of-serve.ts'

export type SetupForm = Required<Omit<ExperimentSetup, 'by' | 'layer'>> & {
  /** Empty for the targeting key. */
  readonly by: string
  readonly layer: string | null
}

/** Weights for a number of arms, as even as whole units allow. */
export const evenWeights = (arms: number): number[] => {
  const each = Math.floor(limits.weightUnits / arms)
  return Array.from({ length: arms }, (_, at) => (at === 0 ? limits.weightUnits - each * (arms - 1) : each))
}

export const evenArms = (variants: readonly string[]): ExperimentArm[] => {
  const weights = evenWeights(variants.length)
  return variants.map((variant, at) => ({ variant, weight: weights[at] ?? 0 }))
}

export const formOf = ({ by, layer, ...setup }: ExperimentSetup): SetupForm => ({
  ...setup,
  by: by ?? '',
  layer: layer ?? null,
})

/** The setup from the form, to be validated by its schema. */
export const setupOf = ({ by, layer, ...form }: SetupForm): z.input<typeof ExperimentSetup> => ({
  ...form,
  arms: [...form.arms],
  holdouts: [...form.holdouts],
  primary: [...form.primary],
  secondary: [...form.secondary],
  guards: form.guards.map((guard): ExperimentGuard => ({ ...guard })),
  ...(by.trim() !== '' && { by: by.trim() }),
  ...(layer !== null && { layer }),
})

/** Initial values for an experiment on a rule: its audience, and its split if it has one. */
export const beginWith = (
  document: FlagDocument | undefined,
  rule: string | undefined,
): Pick<SetupForm, 'arms' | 'audience' | 'rule'> => {
  const found = document?.rules.find(({ id }) => id === rule)
  const serve = found?.serve ?? document?.otherwise
  const variants = Object.keys(document?.variants ?? {})
  const [on, off] = ['on', 'off'].map((key) => variants.includes(key))
  const usual = on && off && variants.length === 2 ? ['off', 'on'] : variants.slice(0, limits.armsPerExperiment)
  const arms = (serve && armsOfServe(serve)) ?? (usual.length >= 2 ? evenArms(usual) : [])
  const audience: Condition = found?.when ?? true
  return { arms, audience, rule: found?.id ?? null }
}

export const newForm = (document: FlagDocument | undefined, rule: string | undefined): SetupForm => ({
  ...{ hypothesis: '', by: '', layer: null, holdouts: [], primary: [], secondary: [], guards: [] },
  ...{ share: limits.weightUnits, mode: 'planned', days: 21, alpha: 0.05, effect: 0.05 },
  ...beginWith(document, rule),
})

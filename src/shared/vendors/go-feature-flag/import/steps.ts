import type { GoffChange, GoffFlag, GoffRule, GoffStep } from './config.ts'

/* Applies the scheduled steps that are due to a flag, oldest first. Rules are matched by name. */

const given = <T extends object>(change: T, names: readonly (keyof T)[]): Partial<T> => {
  const found: Partial<T> = {}
  for (const name of names) if (change[name] != null) found[name] = change[name]
  return found
}

const mergedStep = (step: GoffStep | null | undefined, update: GoffStep | null | undefined): GoffStep => ({
  ...step,
  ...given(update ?? {}, ['variation', 'date', 'percentage']),
})

const mergedRule = (rule: GoffRule, update: GoffRule): GoffRule => {
  const merged: GoffRule = { ...rule, ...given(update, ['disable', 'query', 'variation']) }
  if (update.progressiveRollout != null) {
    const [before, after] = [rule.progressiveRollout ?? {}, update.progressiveRollout]
    merged.progressiveRollout = {
      initial: mergedStep(before.initial, after.initial),
      end: mergedStep(before.end, after.end),
    }
  }
  if (update.percentage != null) {
    const all = Object.entries({ ...rule.percentage, ...update.percentage })
    // A negative percentage removes a variation.
    merged.percentage = Object.fromEntries(all.filter(([name]) => (update.percentage?.[name] ?? 0) >= 0))
  }
  return merged
}

const mergedRules = (rules: readonly GoffRule[], updates: readonly GoffRule[]): GoffRule[] => {
  const byName = new Map(updates.flatMap((one) => (one.name == null ? [] : [[one.name, one] as const])))
  const merged = new Set<string>()
  const own = rules.map((rule) => {
    const update = byName.get(rule.name ?? '')
    if (update === undefined) return rule
    merged.add(rule.name ?? '')
    return mergedRule(rule, update)
  })
  return [...own, ...updates.filter(({ name }) => !merged.has(name ?? ''))]
}

const merge = (flag: GoffFlag, step: GoffChange): GoffFlag => ({
  ...flag,
  ...given(step, ['disable']),
  targeting: mergedRules(flag.targeting ?? [], step.targeting ?? []),
  ...(step.defaultRule == null ? {} : { defaultRule: mergedRule(flag.defaultRule ?? {}, step.defaultRule) }),
  ...(step.variations == null ? {} : { variations: { ...flag.variations, ...step.variations } }),
  ...(step.experimentation == null
    ? {}
    : { experimentation: { ...flag.experimentation, ...given(step.experimentation, ['start', 'end']) } }),
})

/** The flag at an instant, and the number of steps still to come. */
export const flagAt = (flag: GoffFlag, nowMs: number): { flag: GoffFlag; toCome: number } => {
  const steps = (flag.scheduledRollout ?? []).flatMap((step) => {
    const due = step.date == null ? Number.NaN : Date.parse(step.date)
    return Number.isNaN(due) ? [] : [{ step, due }]
  })
  const due = steps.filter((one) => one.due <= nowMs).toSorted((a, b) => a.due - b.due)
  return { flag: due.reduce((merged, { step }) => merge(merged, step), flag), toCome: steps.length - due.length }
}

import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import type { Node } from '../diagram.ts'
import { expressionTree } from './collect.ts'
import type { EvaluationChain, ExtendedCompiler } from './compiler.ts'
import { expressionNode } from './expression/compile-tree.ts'

const failing: Serve = { error: 'GENERAL' }

/** The outputs of a served variant that the serve itself defines. */
type Named = { readonly enabled?: boolean | undefined; readonly name?: string | undefined }

/** Compiles one extended flag to a diagram of outcomes. The last item of `above` is the flag itself. */
export const compileFlag = (
  flag: FlagDocument | undefined,
  above: EvaluationChain,
  compiler: ExtendedCompiler,
): Node => {
  const { model, truths, outcomes, condition, within, place } = compiler
  const { end, look, choose, sizes, yes, no, map } = model.diagrams
  const nothing = end(outcomes.nothing)
  const error = end(outcomes.error)
  const unknown = end(outcomes.unknown)
  const none = end(outcomes.none)
  if (flag === undefined) return error
  const document = flag

  const built = (variant: string | null, named: Named = {}): Node => {
    const output = variant === null ? undefined : document.outputs?.[variant]
    const name = named.name ?? output?.name ?? null
    const { enabled } = named
    return end(
      outcomes.numberOf({
        variant,
        value: variant === null ? undefined : document.variants[variant],
        ...(enabled !== undefined && { enabled }),
        ...(name !== null && { name }),
        ...(output?.payload !== undefined && { payload: output.payload }),
      }),
    )
  }
  /** Replaces `nothing` in a serve's result. */
  const or = (given: Node, otherwise: Node): Node =>
    given === nothing
      ? otherwise
      : choose(
          map(given, (number) => (number === outcomes.nothing ? yes : no)),
          otherwise,
          given,
        )
  const byCell = (level: number, nodeIn: (cell: number) => Node): Node => {
    const groups = new Map<Node, Set<number>>()
    for (let cell = 0; cell < (sizes[level] as number); cell += 1) {
      const node = nodeIn(cell)
      groups.set(node, (groups.get(node) ?? new Set()).add(cell))
    }
    return [...groups].reduce<Node>(
      (rest, [node, cells]) =>
        choose(
          look(
            level,
            Array.from({ length: sizes[level] as number }, (_, cell) => (cells.has(cell) ? yes : no)),
          ),
          node,
          rest,
        ),
      nothing,
    )
  }
  const opaque = (level: number, endOf: (cell: number) => 'nothing' | 'end' | { variant: string }, ended: Node) =>
    byCell(level, (cell) => {
      const found = endOf(cell)
      if (found === 'nothing') return nothing
      if (found === 'end') return ended
      return Object.hasOwn(document.variants, found.variant) ? built(found.variant) : ended
    })

  /** A branch of an expression that serves a missing variant is an error. */
  const known = (given: Serve): Serve => {
    if (!('wide' in given)) return given
    const isThere = (one: Serve) => !('variant' in one) || Object.hasOwn(document.variants, one.variant)
    const slots = given.wide.slots.map((slot) => (isThere(slot.serve) ? slot : { ...slot, serve: failing }))
    return { wide: { ...given.wide, slots } }
  }
  const serve = (given: Serve): Node => {
    if ('variant' in given) return built(given.variant, { enabled: given.enabled })
    if ('useDefault' in given) return built(null, { enabled: given.enabled, name: given.name })
    if ('error' in given) return error
    if ('split' in given) {
      const { line, level } = model.bucketsOf(given.split.point, document.salt)
      const parts = given.split.parts.map(({ variant, from, to }) => ({
        cells: line.cellsOf(from, to),
        node: built(variant),
      }))
      return byCell(level, (cell) => parts.find(({ cells }) => cells.has(cell))?.node ?? nothing)
    }
    if ('expr' in given) {
      return expressionNode(expressionTree(document, given), compiler, {
        ...{ nothing, error, serve: (one) => serve(known(one)) },
        variant: (text) => (Object.hasOwn(document.variants, text) ? built(text) : error),
        whole: (asked) => {
          const { level, endOf } = model.extended.expression(asked)
          return opaque(level, endOf, error)
        },
      })
    }
    const { point, slots, bounds, overflow, overflowServe, noUnit, noUnitServe } = given.wide
    const { level, place: line } = place(point)
    const served = (one: Serve | undefined): Node => (one === undefined ? nothing : serve(one))
    const gives = slots.map((slot) => ({
      cells: line.cellsOf({ lo: slot.lo, hi: slot.hi, bounds }),
      node: slot.passthrough === true ? nothing : serve(slot.serve),
    }))
    const past =
      overflow === 'none'
        ? nothing
        : overflow === 'error'
          ? error
          : overflow === 'last'
            ? (gives.at(-1)?.node ?? nothing)
            : served(overflowServe)
    const without = noUnit === 'none' ? nothing : noUnit === 'fatal' ? error : served(noUnitServe)
    return byCell(level, (cell) => (cell === 0 ? without : (gives.find(({ cells }) => cells.has(cell))?.node ?? past)))
  }

  /**
   * Returns the result of a rule. `remembered`: whether an earlier rule was unknown. `next` is the result of the
   * following rules.
   */
  const ruled = (rule: Rule, remembered: boolean, next: Node, nextRemembering: () => Node): Node => {
    const miss = rule.onGateMiss === undefined ? nothing : serve(rule.onGateMiss)
    const missed = or(
      remembered ? map(miss, (one) => (one === outcomes.nothing || one === outcomes.error ? end(one) : unknown)) : miss,
      next,
    )
    const ifUnknown = rule.onUnknown === 'fatal' ? error : rule.onUnknown === 'remember' ? nextRemembering() : next
    const given = or(serve(rule.serve), next)
    const through =
      rule.gate === undefined
        ? given
        : truths.cases(within(rule.gate), { yes: given, no: missed, unknown: ifUnknown, fatal: error })
    const whens = truths.cases(condition(rule.when, document.salt, above), {
      yes: through,
      no: next,
      unknown: ifUnknown,
      fatal: error,
    })
    let made = whens
    if (rule.sticky !== undefined) {
      const { level, endOf } = model.extended.sticky(rule.sticky)
      const kept = byCell(level, (cell) => {
        const found = endOf(cell)
        if (found === 'nothing') return nothing
        if (found === 'end') return next
        return Object.hasOwn(document.variants, found.variant) ? built(found.variant) : nothing
      })
      made = or(kept, whens)
    }
    return (rule.pre ?? []).reduceRight<Node>((rest, before) => {
      const asked = 'flagTest' in before ? { flagTest: before.flagTest } : before.when
      const failed = before.gate === true ? none : next
      return truths.cases(condition(asked, document.salt, above), {
        yes: rest,
        no: failed,
        unknown: failed,
        fatal: error,
      })
    }, made)
  }

  const off = or(document.off === undefined ? built(document.offVariant) : serve(document.off), none)

  const targeted = (): Node => {
    const { rules } = document
    const from = new Map<string, Node>()
    const after = (at: number, remembered: boolean): Node => {
      const name = `${at} ${remembered}`
      const known = from.get(name)
      if (known !== undefined) return known
      const rule = rules[at]
      const made =
        rule === undefined
          ? remembered
            ? unknown
            : or(serve(document.otherwise), off)
          : ruled(rule, remembered, after(at + 1, remembered), () => after(at + 1, true))
      from.set(name, made)
      return made
    }
    return after(0, false)
  }

  const required = [
    ...document.prerequisites.map(({ flag: key, variants }) => ({ flag: key, variants })),
    ...(document.requires ?? []).map((flagTest) => ({ flagTest })),
  ]
  const met = (otherwise: Node): Node =>
    required.reduceRight<Node>(
      (rest, one) => truths.cases(condition(one, document.salt, above), { yes: rest, no: off, unknown, fatal: error }),
      otherwise,
    )
  if (document.on) return met(targeted())
  return document.order === 'prerequisites,state' ? met(off) : off
}

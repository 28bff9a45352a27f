import { limits } from '../limits.ts'
import type { Attribute } from './attribute.ts'
import { nameOf } from './cells/variable.ts'
import type { Cube } from './cover.ts'
import type { Model } from './model.ts'
import { createStepBudget, outOfSteps } from './steps.ts'
import { type Language, type Literal, languageOf } from './text/language.ts'

/** A test of texts that a cube decides, with its level and cell. */
interface PlacedLiteral extends Literal {
  readonly level: number
  readonly cell: number
}

/** Reasons about texts if several tests apply to one attribute. */
export interface Texts {
  /**
   * Returns texts that a cube allows for an attribute, as far as tests of texts are concerned; in no particular order.
   */
  readonly words: (attribute: Attribute, cube: Cube) => Iterable<string>
  /** Returns parts of a cube that are proven to be empty, because some tests of texts exclude each other. */
  readonly impossible: (cube: Cube) => Cube[]
  /** Returns the cube without tests of texts that its other tests imply. */
  readonly withoutImplied: (cube: Cube) => Cube
}

/**
 * Creates the reasoning about a model's tests of texts, with its own step budget. Once that is exhausted, everything
 * counts as possible.
 */
export const createTexts = (model: Model): Texts => {
  const spend = createStepBudget(limits.coverSteps)
  const known = new Map<string, Language>()
  const open: Language = { state: 'open', words: () => [] }

  const language = (literals: readonly Literal[], named: readonly string[]): Language => {
    const name = [...literals.map(({ leaf, holds }) => `${holds ? '' : 'not '}${nameOf(leaf)}`).sort(), ...named].join(
      '\n',
    )
    const found = known.get(name)
    if (found !== undefined) return found
    let made = open
    try {
      made = languageOf(literals, named, spend)
    } catch (problem) {
      if (problem !== outOfSteps) throw problem
    }
    known.set(name, made)
    return made
  }
  const isNone = (literals: readonly Literal[], named: readonly string[] = []): boolean =>
    language(literals, named).state === 'none'

  const placedIn = (attribute: Attribute, cube: Cube): PlacedLiteral[] =>
    attribute.others.flatMap(({ kind, variable }, at) => {
      const level = model.levelOf(attribute) + 1 + at
      const cells = cube.get(level)
      const [question] = variable.questions
      if (kind !== 'text' || question === undefined || cells?.size !== 1) return []
      const [cell = 0] = cells
      return [{ leaf: question.leaf, holds: cell === 1, level, cell }]
    })

  /** Returns named texts that pass all tests. They have cells of their own. */
  const namedIn = (attribute: Attribute, placed: readonly PlacedLiteral[]): string[] =>
    attribute.values.cells.flatMap(({ kinds, ties }) => {
      const passes = placed.every(({ level, cell }) => ties[level - model.levelOf(attribute) - 1] === cell)
      return passes
        ? kinds.flatMap((one) => (one.kind === 'named' && typeof one.value === 'string' ? [one.value] : []))
        : []
    })

  /** Returns a small set of tests that exclude each other; undefined if that is not proven. */
  const conflict = (attribute: Attribute, placed: readonly PlacedLiteral[]): readonly PlacedLiteral[] | undefined => {
    const asked = placed.filter(({ holds }) => holds)
    for (const one of asked) {
      if (isNone([one])) return [one]
      for (const other of placed) if (other !== one && isNone([one, other])) return [one, other]
    }
    if (!isNone(placed)) return isNone(placed, namedIn(attribute, placed).slice(0, 500)) ? placed : undefined
    let left = placed
    if (left.length > 12) return left
    for (const one of placed) {
      const fewer = left.filter((other) => other !== one)
      if (isNone(fewer)) left = fewer
    }
    return left
  }

  return {
    words: (attribute, cube) => {
      const placed = placedIn(attribute, cube)
      return placed.length === 0 ? [] : language(placed, []).words()
    },
    impossible: (cube) =>
      model.attributes.flatMap((attribute) => {
        const base = model.levelOf(attribute)
        const cell = attribute.values.cells.findIndex(({ kinds }) => kinds.some(({ kind }) => kind === 'texts'))
        if (cube.get(base)?.has(cell) === false) return []
        const placed = placedIn(attribute, cube)
        const found = placed.length === 0 ? undefined : conflict(attribute, placed)
        if (found === undefined) return []
        return [new Map([[base, new Set([cell])], ...found.map((one) => [one.level, new Set([one.cell])] as const)])]
      }),
    withoutImplied: (cube) => {
      const left = new Map(cube)
      for (const attribute of model.attributes) {
        for (const one of placedIn(attribute, cube)) {
          const implied = placedIn(attribute, left).some(
            (other) => other.level !== one.level && other.holds && isNone([other, { ...one, holds: !one.holds }]),
          )
          if (implied) left.delete(one.level)
        }
      }
      return left
    },
  }
}

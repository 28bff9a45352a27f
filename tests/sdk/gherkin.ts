export type Step = { readonly text: string; readonly table: readonly (readonly string[])[] }
export type Scenario = { readonly name: string; readonly tags: readonly string[]; readonly steps: readonly Step[] }

type Draft = { name: string; tags: string[]; steps: Step[]; examples: { tags: string[]; rows: string[][] }[] }

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim())

/**
 * Parses the scenarios of a feature file, with outlines expanded for each example row and the background prepended.
 * Supports the part of Gherkin that OpenFeature's suite uses: https://cucumber.io/docs/gherkin/reference
 */
export const scenariosOf = (feature: string): Scenario[] => {
  const background: Step[] = []
  const drafts: Draft[] = []
  const featureTags: string[] = []
  let tags: string[] = []
  let steps: Step[] = background
  let table: string[][] = []
  let started = false

  for (const line of feature.split('\n').map((raw) => raw.trim())) {
    const draft = drafts.at(-1)
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('@')) tags.push(...line.split(/\s+/))
    else if (line.startsWith('|')) table.push(cellsOf(line))
    else if (line.startsWith('Feature:')) {
      featureTags.push(...tags)
      tags = []
      started = true
    } else if (line.startsWith('Background:')) steps = background
    else if (/^Scenario( Outline)?:/.test(line)) {
      steps = []
      drafts.push({ name: line.slice(line.indexOf(':') + 1).trim(), tags, steps, examples: [] })
      tags = []
    } else if (line.startsWith('Examples:') && draft !== undefined) {
      table = []
      draft.examples.push({ tags, rows: table })
      tags = []
    } else if (started && /^(Given|When|Then|And|But) /.test(line)) {
      table = []
      steps.push({ text: line.slice(line.indexOf(' ') + 1), table })
    }
  }

  return drafts.flatMap((draft) =>
    writtenOut(draft).map((one) => ({
      ...one,
      tags: [...featureTags, ...one.tags],
      steps: [...background, ...one.steps],
    })),
  )
}

const writtenOut = ({ name, tags, steps, examples }: Draft): Scenario[] => {
  if (examples.length === 0) return [{ name, tags, steps }]
  return examples.flatMap(({ tags: more, rows: [head = [], ...rows] }) =>
    rows.map((row) => {
      const fill = (text: string) =>
        head.reduce((filled, cell, at) => filled.replaceAll(`<${cell}>`, row[at] ?? ''), text)
      const filled = steps.map((step) => ({ text: fill(step.text), table: step.table.map((cells) => cells.map(fill)) }))
      return { name: `${name} (${row.join(', ')})`, tags: [...tags, ...more], steps: filled }
    }),
  )
}

type Run<World> = (world: World, args: readonly string[], table: Step['table']) => unknown

/** The step definitions of a suite: a pattern and a function each. */
export const createSteps = <World>() => {
  const known: { readonly pattern: RegExp; readonly run: Run<World> }[] = []
  return {
    step: (pattern: RegExp, run: Run<World>) => known.push({ pattern, run }),
    /** Runs all steps of a scenario. Rejects if one is undefined or fails. */
    play: async (scenario: Scenario, world: World) => {
      for (const { text, table } of scenario.steps) {
        const found = known.find(({ pattern }) => pattern.test(text))
        if (found === undefined) throw new Error(`nobody said what this step means: ${text}`)
        await found.run(world, found.pattern.exec(text)?.slice(1) ?? [], table)
      }
    },
  }
}

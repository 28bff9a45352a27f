import type {
  FiledAudience,
  FiledFlag,
  FiledSegment,
  FiledState,
  FlagFileContent,
} from '../features/flag-files/schemas/filed.ts'
import type { Json } from '../schemas/keys.ts'
import { yamlText } from './yaml-text.ts'

/** The only comment that an export writes. */
const headLine = '# A flag kept in a file: `fanion plan` says what would change, `fanion apply` publishes it.'

type Fields = Record<string, unknown>

/** Removes fields that have their default value. */
const withoutDefaults = (fields: Fields, unsaid: Fields): { [key: string]: Json } =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(unsaid[name]),
    ),
    // Safe cast: files contain JSON only.
  ) as { [key: string]: Json }

const flagFields = (filed: FiledFlag) => {
  const { flag, name, description, type, permanence, expectedEnd, tags, schema, visibleToClients } = filed
  const { variants, salt, environments } = filed
  const unsaid = { description: '', expectedEnd: null, tags: [], schema: null, visibleToClients: false }
  return {
    ...withoutDefaults(
      { flag, name, description, type, permanence, expectedEnd, tags, schema, visibleToClients },
      unsaid,
    ),
    ...withoutDefaults({ variants, salt }, {}),
    ...environmentsOf(environments, stateFields),
  }
}

const stateFields = ({ on, variants, offVariant, prerequisites, rules, otherwise, ...rest }: FiledState) => {
  const unsaid = { prerequisites: [], rules: [] }
  return withoutDefaults({ on, variants, offVariant, prerequisites, rules, otherwise, ...rest }, unsaid)
}

const segmentFields = ({ segment, name, description, environments }: FiledSegment) => ({
  ...withoutDefaults({ segment, name, description }, { description: '' }),
  ...environmentsOf(environments, ({ when, included, excluded }: FiledAudience) =>
    withoutDefaults({ when, included, excluded }, { when: null, included: [], excluded: [] }),
  ),
})

const environmentsOf = <T>(
  environments: Readonly<Record<string, T>>,
  fields: (state: T) => { [key: string]: Json },
): { environments: { [key: string]: Json } } => ({
  environments: Object.fromEntries(Object.entries(environments).map(([key, state]) => [key, fields(state)])),
})

/** Formats a file. The output is deterministic, and parsing it returns the same content. */
export const printFiled = (filed: FlagFileContent): string =>
  `${headLine}\n${yamlText('flag' in filed ? flagFields(filed) : segmentFields(filed), 3)}`

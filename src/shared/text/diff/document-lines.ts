import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import { conditionText } from '../rules/condition.ts'
import { listSeparators } from '../rules/list-separators.ts'
import { quoted } from '../rules/literal.ts'
import { counted } from '../rules/percent.ts'
import { offText, ruleText } from '../rules/sentence.ts'
import { serveText } from '../rules/serve.ts'
import { plain, type SentencePart, say, word } from '../word.ts'

export type DocumentLine = { label: string; words: SentencePart[] }

const flagLines = (flag: FlagDocument): DocumentLine[] => [
  { label: 'status', words: flag.on ? [plain('on')] : say`off: everyone gets ${offText(flag)}` },
  ...flag.prerequisites.map(({ flag: required, variants }) => ({
    label: 'prerequisite',
    words: say`flag ${word('name', required)} is ${word('variant', variants.map(quoted).join(listSeparators.or))}`,
  })),
  ...flag.rules.map((rule, i) => ({
    label: `rule ${i + 1}${rule.name ? ` ${rule.name}` : ''}`,
    words: ruleText(rule),
  })),
  { label: flag.rules.length === 0 ? 'everyone' : 'everyone else', words: serveText(flag.otherwise) },
  ...Object.entries(flag.variants).map(([key, value]) => ({
    label: `variant ${key}`,
    words: [word('value', JSON.stringify(value))],
  })),
  { label: 'when off', words: offText(flag) },
  { label: 'client SDKs', words: [plain(flag.visibleToClients ? 'can read it' : 'can’t read it')] },
]

/** Keys are listed if they fit a few lines; otherwise they are only counted. */
const keyText = (keys: readonly string[]): SentencePart[] =>
  keys.length === 0
    ? [plain('nobody')]
    : [keys.length <= 20 ? word('value', keys.join(', ')) : plain(counted(keys.length, 'key'))]

const segmentLines = (segment: SegmentDocument): DocumentLine[] => [
  {
    label: 'everyone where',
    words: segment.when === null ? [plain('only the keys below')] : conditionText(segment.when),
  },
  { label: 'always include', words: keyText(segment.included) },
  { label: 'always exclude', words: keyText(segment.excluded) },
]

/** Describes a flag or segment in one environment, part by part, in the order of its page. */
export const documentLines = (document: FlagDocument | SegmentDocument): DocumentLine[] =>
  'rules' in document ? flagLines(document) : segmentLines(document)

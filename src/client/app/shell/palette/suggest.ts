import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import { readNumber } from '../../../../shared/text/read-number.ts'
import { readWhen } from '../../../../shared/text/time/read-when.ts'
import { whenText } from '../../../../shared/text/time/when.ts'
import { type Findable, ranked } from './rank.ts'

/** The action of a palette row. */
export type Command =
  | { do: 'open-flag'; flag: string }
  | { do: 'open-segment'; segment: string }
  | { do: 'open-view'; view: string }
  | { do: 'screen'; label: string }
  | { do: 'go'; href: string }
  | { do: 'theme'; scheme: 'light' | 'dark' | 'auto' }
  | { do: 'sign-out' }
  | { do: 'shortcut'; keys: string }
  | { do: 'turn'; flag: string; environment: Environment; on: boolean; at: string | null }
  | { do: 'share'; flag: string; environment: Environment; percent: number }
  | { do: 'why'; who: string; flag: string | null }
  /** Opens a new experiment on a flag, or its existing ones. */
  | { do: 'experiment'; flag: string; isNew: boolean }
  | { do: 'invite'; email: string; environment: Environment | null; role: 'viewer' | 'editor' | 'publisher' }
  | { do: 'new-flag' }
  | { do: 'compare'; from: string | null; to: string | null }
  | { do: 'around'; focus: string; environment: string | null }
  | { do: 'promise'; sentence: string }
  /** Replaces the input with this text. */
  | { do: 'type'; text: string }

export type Suggestion = { id: string; title: string; detail: string; keys?: string | undefined; command: Command }

/** Everything in a project that the palette can find. */
export type PaletteData = {
  flags: readonly Findable<string>[]
  segments: readonly Findable<string>[]
  promises: readonly Findable<{ name: string; sentence: string }>[]
  environments: readonly Environment[]
  /** Screens, saved views and page actions. */
  pages: readonly Findable<Suggestion>[]
  nowMs: number
  zone: string
}

const most = 12

/** The environment that a word refers to: its key, or a prefix of its key or name. */
const environmentOf = (known: PaletteData, word: string | undefined): Environment | undefined => {
  const wanted = word?.toLowerCase() ?? ''
  return wanted === ''
    ? undefined
    : known.environments.find(({ key, name }) => key.startsWith(wanted) || name.toLowerCase().startsWith(wanted))
}

const suggestSwitches = (
  known: PaletteData,
  on: boolean,
  [flagWord = '', ...rest]: readonly string[],
): Suggestion[] => {
  const named = environmentOf(known, rest[0])
  const when = (named === undefined ? rest : rest.slice(1)).join(' ')
  const read = when === '' ? null : readWhen(when, known.nowMs, known.zone)
  const at = read !== null && 'at' in read ? read.at : null
  const places = named === undefined ? known.environments : [named]
  const hint = read !== null && 'expected' in read ? ` · couldn’t read the time; enter ${read.expected}` : ''
  const skipped = read !== null && 'at' in read && read.skipped ? ' (clocks skip that time)' : ''
  return ranked(known.flags, flagWord, named === undefined ? 3 : 6).flatMap((flag) =>
    places.map((environment) => ({
      id: `turn ${flag} ${environment.key}`,
      title: on ? `Turn on ${flag} in ${environment.name}` : `Turn off ${flag} in ${environment.name}`,
      detail:
        at === null
          ? `${environment.protected ? 'asks you to confirm first' : 'immediately'}${hint}`
          : whenText(at, known.zone) + skipped,
      command: { do: 'turn', flag, environment, on, at } as const,
    })),
  )
}

const shares = (known: PaletteData, [flagWord = '', number = '', place]: readonly string[]): Suggestion[] => {
  const percent = readNumber(number.replace(/%$/, ''))
  if (percent === null || percent < 0 || percent > 100) return []
  const named = environmentOf(known, place)
  return ranked(known.flags, flagWord, 3).flatMap((flag) =>
    (named === undefined ? known.environments : [named]).map((environment) => ({
      id: `share ${flag} ${environment.key}`,
      title: `Roll out ${flag} to ${percent}% in ${environment.name}`,
      detail: environment.protected ? 'asks you to confirm first' : 'shows the changes first',
      command: { do: 'share', flag, environment, percent } as const,
    })),
  )
}

const suggestExplanations = (known: PaletteData, [who = '', flagWord]: readonly string[]): Suggestion[] => {
  if (who === '') return []
  const everything = {
    id: 'why',
    title: `Explain every flag for ${who}`,
    detail: 'playground',
    command: { do: 'why', who, flag: null } as const,
  }
  if (flagWord === undefined) return [everything]
  // While flags are loading, the typed key is used unchecked.
  const named = known.flags.length === 0 ? [flagWord] : ranked(known.flags, flagWord, 5)
  const flags = named.map((flag) => ({
    id: `why ${flag}`,
    title: `Explain ${flag} for ${who}`,
    detail: 'playground',
    command: { do: 'why', who, flag } as const,
  }))
  return [...flags, everything]
}

/** A prefix of `publisher` of at least three letters is not an environment. */
const isPublisher = (word: string): boolean => word.length >= 3 && 'publisher'.startsWith(word)

const invites = (known: PaletteData, [email = '', ...words]: readonly string[]): Suggestion[] => {
  if (!/^\S+@\S+\.\S+$/.test(email)) return []
  const role = words.some(isPublisher) ? 'publisher' : 'editor'
  const named = environmentOf(
    known,
    words.find((word) => !isPublisher(word)),
  )
  const one = (environment: Environment | null): Suggestion => ({
    id: `invite ${environment?.key ?? 'viewer'}`,
    title:
      environment === null
        ? `Invite ${email} as a viewer`
        : role === 'publisher'
          ? `Invite ${email} as a publisher in ${environment.name}`
          : `Invite ${email} as an editor in ${environment.name}`,
    detail: environment === null ? 'view everything, change nothing' : 'viewer elsewhere',
    command: { do: 'invite', email, environment, role: environment === null ? 'viewer' : role },
  })
  if (named !== undefined) return [one(named)]
  return [...known.environments.map(one), ...(role === 'publisher' ? [] : [one(null)])]
}

const compares = (known: PaletteData, [first, second]: readonly string[]): Suggestion[] => {
  const [from, to] = [environmentOf(known, first), environmentOf(known, second)]
  const title = from && to ? `Compare ${from.name} with ${to.name}` : 'Compare environments'
  return [
    {
      id: 'compare',
      title,
      detail: 'show every difference',
      keys: '=',
      command: { do: 'compare', from: from?.key ?? null, to: to?.key ?? null },
    },
  ]
}

const suggestDependencies = (known: PaletteData, [word = '', place]: readonly string[]): Suggestion[] => {
  if (word === '') return []
  const environment = environmentOf(known, place)
  const row = (kind: 'flag' | 'segment', key: string): Suggestion => ({
    id: `around ${kind} ${key}`,
    title: environment === undefined ? `Dependencies of ${key}` : `Dependencies of ${key} in ${environment.name}`,
    detail: kind,
    command: { do: 'around', focus: `${kind}:${key}`, environment: environment?.key ?? null },
  })
  return [
    ...ranked(known.flags, word, 4).map((key) => row('flag', key)),
    ...ranked(known.segments, word, 2).map((key) => row('segment', key)),
  ]
}

const experiments = (known: PaletteData, [word = '']: readonly string[]): Suggestion[] =>
  word === ''
    ? []
    : ranked(known.flags, word, 4).flatMap((flag): Suggestion[] => [
        {
          id: `experiment ${flag}`,
          title: `New experiment on ${flag}`,
          detail: 'plans it first',
          command: { do: 'experiment', flag, isNew: true },
        },
        {
          id: `experiments ${flag}`,
          title: `Experiments of ${flag}`,
          detail: 'list',
          command: { do: 'experiment', flag, isNew: false },
        },
      ])

/** `said` is the typed text after the action’s words. */
const promises = (_known: PaletteData, _args: readonly string[], said: string): Suggestion[] =>
  said === ''
    ? []
    : [
        {
          id: 'promise',
          title: `Promise ${said}`,
          detail: 'shows first whether it is kept',
          command: { do: 'promise', sentence: said },
        },
      ]

type Act = {
  typed: string
  example: string
  suggest: (known: PaletteData, args: readonly string[], said: string) => Suggestion[]
}

/** Actions that can be typed with arguments. */
const acts: readonly Act[] = [
  {
    typed: 'turn on',
    example: 'turn on checkout production mon 9am',
    suggest: (known, args) => suggestSwitches(known, true, args),
  },
  {
    typed: 'turn off',
    example: 'turn off checkout production',
    suggest: (known, args) => suggestSwitches(known, false, args),
  },
  { typed: 'roll', example: 'roll checkout 25 production', suggest: shares },
  { typed: 'why', example: 'why user-42 checkout', suggest: suggestExplanations },
  { typed: 'invite', example: 'invite bob@acme.com publish staging', suggest: invites },
  { typed: 'compare', example: 'compare staging production', suggest: compares },
  { typed: 'around', example: 'around checkout production', suggest: suggestDependencies },
  { typed: 'experiment', example: 'experiment checkout', suggest: experiments },
  { typed: 'promise', example: 'promise everyone in segment staff gets checkout on', suggest: promises },
]

const templates: readonly Suggestion[] = acts.map(({ typed, example }) => ({
  id: `type ${typed}`,
  title: `${typed} …`,
  detail: example,
  command: { do: 'type', text: `${typed} ` },
}))

/** The typed text after an action’s words, in its original case. */
const textAfterAction = (words: string, typed: string): string =>
  typed.trim().replace(/^>\s*/, '').replaceAll(/\s+/g, ' ').slice(words.length).trim()

/** Suggestions for the typed text, best first. Enter runs the first. */
export const suggest = (typed: string, known: PaletteData): Suggestion[] => {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const actsOnly = text.startsWith('>')
  const bare = actsOnly ? text.slice(1).trim() : text
  if (bare === '') return [...known.pages.slice(0, 2 * most).map(({ value }) => value), ...templates]
  const act = acts.find(({ typed: words }) => bare === words || bare.startsWith(`${words} `))
  const meant =
    act === undefined
      ? []
      : act.suggest(
          known,
          bare
            .slice(act.typed.length)
            .split(' ')
            .filter((word) => word !== ''),
          textAfterAction(act.typed, typed),
        )
  if (meant.length > 0) return meant.slice(0, most)
  const begun = templates.filter(({ title }) => title.startsWith(bare))
  const pages = ranked(known.pages, bare, 5)
  const found: Suggestion[] = actsOnly
    ? []
    : [
        ...ranked(known.flags, bare, most).map((flag) => ({
          id: `flag ${flag}`,
          title: flag,
          detail: 'flag',
          command: { do: 'open-flag', flag } as const,
        })),
        ...ranked(known.promises, bare, 4).map(
          ({ name, sentence }): Suggestion => ({
            id: `promise ${sentence}`,
            title: name,
            detail: name === sentence ? 'promise' : `promise: ${sentence}`,
            command: { do: 'screen', label: 'Promises' },
          }),
        ),
        ...ranked(known.segments, bare, 4).map((segment) => ({
          id: `segment ${segment}`,
          title: segment,
          detail: 'segment',
          command: { do: 'open-segment', segment } as const,
        })),
      ]
  const exact = found.filter(({ title }) => title.startsWith(bare))
  const rest = found.filter(({ title }) => !title.startsWith(bare))
  return [...begun, ...exact, ...pages, ...rest].slice(0, most)
}

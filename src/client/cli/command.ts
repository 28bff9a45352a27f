/**
 * All command-line options, by name. `value` names the argument, one of `choices` if those exist; null if the option
 * takes none.
 */
export const options = {
  url: { value: 'address', what: 'the server; else FANION_URL, else http://127.0.0.1:4400' },
  key: { value: 'key', what: 'a server key, fan_srv_…; else FANION_KEY, else the token from login' },
  token: { value: 'token', what: 'an API token, fan_pat_… or fan_svc_…; else FANION_TOKEN, else the token from login' },
  project: { value: 'key', what: 'the project, where you see several' },
  environment: { value: 'key', what: 'the environment, where there are several' },
  revision: { value: 'number', what: 'with a server key: wait for this revision, which a publish printed' },
  role: {
    value: 'role',
    what: 'viewer, editor or publisher; by default viewer',
    choices: ['viewer', 'editor', 'publisher'],
  },
  out: { value: 'file', what: 'the file; by default flags.gen.ts, or flags.json for openfeature' },
  dir: { value: 'folder', what: 'the folder of the files; by default flags' },
  flag: { value: 'flag', what: 'this flag alone' },
  datafile: { value: 'file', what: 'a datafile in place of a server' },
  promises: { value: 'file', what: 'sentences, one a line, in place of those of the project' },
  prune: { value: null, what: 'remove what the file does not have' },
  junit: { value: 'file', what: 'write the result as JUnit XML, too' },
  'fail-on': { value: 'what', what: 'moves or undecided: exit code 1 when there are any' },
  from: { value: 'project', what: 'the project there, its key or number' },
  contexts: { value: 'file', what: 'ask both with these contexts, one in JSON on each line' },
  host: { value: 'address', what: 'the vendor’s address, where it is not the usual one' },
  map: { value: 'theirs=ours', what: 'which environment goes to which, separated by commas' },
  only: { value: 'keys', what: 'these flags and what they need, separated by commas; segment:<key> for segments' },
  except: { value: 'keys', what: 'all but these' },
  replace: { value: 'keys', what: 'write over these, which are here already' },
  rename: { value: 'theirs=ours', what: 'other keys for these, separated by commas; segment:<key>=<key> for segments' },
  options: {
    value: 'name=value',
    what: 'what the files do not say: generation=v1, sdk=other, evaluator=local, archived=true',
  },
  'decryption-key-file': {
    value: 'file',
    what: 'keys of encrypted SDK connections of GrowthBook, one a line; else GROWTHBOOK_DECRYPTION_KEY',
  },
  bundle: { value: 'file', what: 'keep what was read in a file, too' },
  follow: { value: null, what: 'go on reading, and import what changes there; what is edited here is left' },
  plan: { value: 'name', what: 'how it ramps: careful, normal, fast, or a plan that the project keeps' },
  to: { value: 'variant', what: 'the variant that more and more get' },
  how: {
    value: 'how',
    what: 'what stopping leaves: the flag as before, or as it is; by default as before',
    choices: ['as-before', 'as-it-is'],
  },
  rule: { value: 'id', what: 'the rule that serves it; by default everyone else' },
  by: {
    value: 'attribute',
    what: 'the attribute that names the person; by default the targeting key and every one that is split by',
  },
  kind: { value: 'kind', what: 'what a source is', choices: ['prometheus', 'verdict'] },
  address: { value: 'address', what: 'where a source is' },
  exposures: { value: null, what: 'rows are exposures, not an event' },
  every: { value: 'time', what: 'with --follow: 90s, 5m or 1h between two readings; by default a minute' },
  list: {
    value: 'verdict',
    what: 'list every flag and segment that is exact, kept, documented, changed or left-out, or all of them',
  },
  apply: { value: null, what: 'import; without it nothing is written' },
  repository: { value: 'name', what: 'how the repository is called; by default from its remote' },
  branch: { value: 'name', what: 'the branch; by default the one that is checked out' },
  commit: { value: 'digest', what: 'the commit; by default the one that is checked out' },
  link: { value: 'address', what: 'how a line is linked to: {path}, {line} and {commit} stand for its own' },
  lines: { value: null, what: 'send the text of each line, too' },
  blame: { value: null, what: 'ask git since when each line is there' },
  wait: { value: null, what: 'wait until its change is approved and applied' },
  message: { value: 'text', what: 'what changes and why, for whoever reads the change' },
  'dry-run': { value: null, what: 'send nothing' },
  as: { value: 'variant', what: 'the variant that stays; by default the one that everybody gets' },
  write: { value: null, what: 'change the files; without it nothing is written' },
  check: { value: 'command', what: 'with --write: run this afterwards, and take the changes back where it fails' },
  annotate: { value: null, what: 'print the findings so that GitHub shows them at their lines, too' },
  force: { value: null, what: 'with --write: also where git has changes that are not committed' },
  format: {
    value: 'format',
    what: 'typescript, or openfeature: a manifest for the OpenFeature CLI',
    choices: ['typescript', 'openfeature'],
  },
  json: { value: null, what: 'print JSON' },
  help: { value: null, what: 'show this help' },
} as const satisfies Record<string, { value: string | null; what: string; choices?: readonly string[] }>
export type OptionName = keyof typeof options
export type Values = { [name in OptionName]?: string }

export type Env = Record<string, string | undefined>

/** Parsed command line of a command, with the checks that all commands share. */
export type Asked = {
  readonly url: string
  readonly args: readonly string[]
  readonly values: Values
  readonly env: Env
  /** Prints a line immediately, for progress of a long-running command. */
  readonly say: (text: string) => void
}

/**
 * Result of a command, as text and as JSON. `found` makes the exit code 1 although the command succeeded; `exit` sets
 * another code.
 */
export type Answer = { readonly text: string; readonly json: unknown; readonly found?: boolean; readonly exit?: number }

export type Command = {
  readonly name: string
  readonly summary: string
  /** Positional arguments: `<flag>` is required, `[context…]` is optional. */
  readonly args: readonly string[]
  readonly options: readonly OptionName[]
  /** Option descriptions that differ from the general ones. */
  readonly says?: { readonly [name in OptionName]?: string }
  /** One or two lines with examples or further explanation. */
  readonly more?: string
  readonly run: (asked: Asked) => Promise<Answer>
}

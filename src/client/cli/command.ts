/**
 * All command-line options, by name. `value` names the argument, one of `choices` if those exist; null if the option
 * takes none.
 */
export const options = {
  url: { value: 'address', what: 'the server; otherwise FANION_URL or http://127.0.0.1:4400' },
  key: { value: 'key', what: 'a server key, fan_srv_…; otherwise FANION_KEY or the token from login' },
  token: {
    value: 'token',
    what: 'an API token, fan_pat_… or fan_svc_…; otherwise FANION_TOKEN or the token from login',
  },
  project: { value: 'key', what: 'the project, if you see several' },
  environment: { value: 'key', what: 'the environment, if there are several' },
  revision: { value: 'number', what: 'with a server key: wait for this revision, which a publish printed' },
  role: {
    value: 'role',
    what: 'viewer, editor or publisher; by default viewer',
    choices: ['viewer', 'editor', 'publisher'],
  },
  out: { value: 'file', what: 'the file; by default flags.gen.ts, or flags.json for openfeature' },
  dir: { value: 'folder', what: 'the folder of the files; by default flags' },
  flag: { value: 'flag', what: 'only this flag' },
  datafile: { value: 'file', what: 'a datafile instead of a server' },
  promises: { value: 'file', what: 'sentences, one per line, instead of those of the project' },
  prune: { value: null, what: 'remove promises that the file does not have' },
  junit: { value: 'file', what: 'also write the result as JUnit XML' },
  'fail-on': { value: 'what', what: 'moves or undecided: exit code 1 if there are any' },
  from: { value: 'project', what: 'the project there, its key or number' },
  contexts: { value: 'file', what: 'evaluate these contexts with both, one in JSON per line' },
  host: { value: 'address', what: 'the vendor’s address, if it is not the usual one' },
  map: { value: 'theirs=ours', what: 'which environment goes to which, separated by commas' },
  only: { value: 'keys', what: 'these flags and what they need, separated by commas; segment:<key> for segments' },
  except: { value: 'keys', what: 'all but these' },
  replace: { value: 'keys', what: 'overwrite these, which are already here' },
  rename: { value: 'theirs=ours', what: 'other keys for these, separated by commas; segment:<key>=<key> for segments' },
  options: {
    value: 'name=value',
    what: 'facts that the files do not contain: generation=v1, sdk=other, evaluator=local, archived=true',
  },
  'decryption-key-file': {
    value: 'file',
    what: 'keys of encrypted SDK connections of GrowthBook, one per line; otherwise GROWTHBOOK_DECRYPTION_KEY',
  },
  bundle: { value: 'file', what: 'also store what was read in a file' },
  follow: { value: null, what: 'keep reading, and import changes made there; flags edited here stay unchanged' },
  plan: { value: 'name', what: 'the plan: careful, normal, fast, or a plan of the project' },
  to: { value: 'variant', what: 'the variant to roll out' },
  how: {
    value: 'how',
    what: 'the flag after stopping: as before, or as it is; by default as before',
    choices: ['as-before', 'as-it-is'],
  },
  rule: { value: 'id', what: 'the rule to ramp; by default everyone else' },
  by: {
    value: 'attribute',
    what: 'the attribute that names the user; by default the targeting key and every attribute used for splits',
  },
  kind: { value: 'kind', what: 'the kind of the source', choices: ['prometheus', 'verdict'] },
  address: { value: 'address', what: 'the address of the source' },
  exposures: { value: null, what: 'rows are exposures, not an event' },
  every: { value: 'time', what: 'with --follow: 90s, 5m or 1h between two reads; by default a minute' },
  list: {
    value: 'verdict',
    what: 'list every flag and segment that is exact, kept, documented, changed or left-out, or all of them',
  },
  apply: { value: null, what: 'import; without it nothing is written' },
  repository: { value: 'name', what: 'the name of the repository; by default from its remote' },
  branch: { value: 'name', what: 'the branch; by default the one that is checked out' },
  commit: { value: 'digest', what: 'the commit; by default the one that is checked out' },
  link: { value: 'address', what: 'the link to a line, with placeholders {path}, {line} and {commit}' },
  lines: { value: null, what: 'also send the text of each line' },
  blame: { value: null, what: 'read from git when each line was added' },
  wait: { value: null, what: 'wait until its change is approved and applied' },
  message: { value: 'text', what: 'what changes and why, for readers of the change' },
  'dry-run': { value: null, what: 'send nothing' },
  as: { value: 'variant', what: 'the variant that stays; by default the one that everyone gets' },
  write: { value: null, what: 'change the files; without it nothing is written' },
  check: { value: 'command', what: 'with --write: run this afterwards, and revert the changes if it fails' },
  annotate: { value: null, what: 'also print the findings so that GitHub shows them at their lines' },
  force: { value: null, what: 'with --write: even if git has uncommitted changes' },
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
export type CommandInput = {
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
export type CommandOutput = {
  readonly text: string
  readonly json: unknown
  readonly found?: boolean
  readonly exit?: number
}

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
  readonly run: (asked: CommandInput) => Promise<CommandOutput>
}

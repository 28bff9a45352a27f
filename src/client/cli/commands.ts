import { check } from './check.ts'
import { UsageError } from './cli-error.ts'
import type { Command } from './command.ts'
import { completion } from './completion.ts'
import { fact } from './fact.ts'
import { applyCommand } from './files/apply.ts'
import { exportFiles } from './files/export.ts'
import { planCommand } from './files/plan.ts'
import { flags } from './flags.ts'
import { forget } from './forget.ts'
import { get } from './get.ts'
import { guardSource } from './guard-source.ts'
import { impact } from './impact.ts'
import { importFlags } from './import.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { override } from './override.ts'
import { pullPromises, push } from './promise-files.ts'
import { type Format, formats, pull } from './pull.ts'
import { remove } from './remove.ts'
import { runCommands } from './run-commands.ts'
import { scan } from './scan.ts'
import { shadow } from './shadow.ts'
import { shown } from './shown.ts'
import { snapshot } from './snapshot.ts'
import { sourceOf } from './source.ts'
import { setOn } from './switch.ts'
import { test } from './test.ts'
import { whoami } from './whoami.ts'
import { why } from './why.ts'

const source = ['url', 'key', 'token', 'project', 'environment', 'revision'] as const
const writing = ['url', 'token', 'project', 'environment'] as const

const isRole = (role: string): role is 'viewer' | 'editor' | 'publisher' =>
  ['viewer', 'editor', 'publisher'].includes(role)

const isFormat = (format: string): format is Format => Object.hasOwn(formats, format)

/** All commands, in the order a new user needs them. */
export const commands: readonly Command[] = [
  {
    name: 'login',
    summary: 'Sign in with a code that you approve in a browser.',
    args: [],
    options: ['url', 'project', 'role'],
    more: 'The token can only read, unless you request more: fanion login --role publisher',
    run: ({ url, values: { project, role = 'viewer' }, env, say }) => {
      if (!isRole(role)) throw new UsageError(`--role is ${shown(role)}; use viewer, editor or publisher.`)
      return login({ url, project, role, env }, say)
    },
  },
  {
    name: 'logout',
    summary: 'Sign out: revoke the token from login, and forget it.',
    args: [],
    options: ['url'],
    run: logout,
  },
  { name: 'whoami', summary: 'Show who these commands act as.', args: [], options: source, run: whoami },
  {
    name: 'snapshot',
    summary: 'Write an environment as its server signed it, for places without a network.',
    args: [],
    options: [...source, 'out'],
    run: (asked) => snapshot(sourceOf(asked), asked.values.out ?? 'snapshot.json'),
  },
  {
    name: 'pull',
    summary: 'Write typed declarations of your flags.',
    args: [],
    options: [...source, 'out', 'format', 'promises'],
    says: { promises: 'write the project’s promises to this file, instead of declarations' },
    more: [
      'For Go, Python, Java and others: fanion pull --format openfeature, then openfeature generate of the OpenFeature CLI.',
      'Promises instead, as a file to keep and review: fanion pull --promises promises.txt',
    ].join('\n'),
    run: (asked) => {
      const { format = 'typescript', out, promises } = asked.values
      if (promises !== undefined) return pullPromises(asked, promises)
      if (!isFormat(format)) throw new UsageError(`--format is ${shown(format)}; use typescript or openfeature.`)
      return pull(sourceOf(asked), out ?? formats[format], format)
    },
  },
  {
    name: 'check',
    summary: 'Fail if your declarations no longer match the server, for your CI.',
    args: [],
    options: [...source, 'out', 'annotate'],
    says: {
      out: 'the file; by default flags.gen.ts',
      environment: 'only this one; by default all that the token sees',
    },
    more: [
      'Compares by meaning: formatting, and flags that only the server has, don’t fail. Exit code 1 with findings.',
      'A server key compares its own environment, a token all environments of the project.',
    ].join('\n'),
    run: (asked) => check(sourceOf(asked), asked.values.out ?? 'flags.gen.ts', asked.values.annotate !== undefined),
  },
  { name: 'flags', summary: 'List the flags of an environment.', args: [], options: source, run: flags },
  { name: 'get', summary: 'Show one flag in full.', args: ['<flag>'], options: source, run: get },
  {
    name: 'why',
    summary: 'Explain which value a context gets.',
    args: ['<flag>', '[context…]'],
    options: source,
    more: 'fanion why checkout user-1 country=NO\nfanion why checkout \'{"targetingKey":"user-1","country":"NO"}\'',
    run: why,
  },
  {
    name: 'impact',
    summary: 'Show who would get a different value if one state replaced another.',
    args: ['<before>', '<after>'],
    options: ['url', 'token', 'project', 'flag', 'fail-on'],
    more: 'A state is an environment, one at a revision or an instant, or a datafile:\nfanion impact production staging --flag checkout\nfanion impact production@812 production\nfanion impact before.json after.json --fail-on moves\n--fail-on takes moves, undecided or loses:<flag>=<variant>.',
    run: impact,
  },
  {
    name: 'test',
    summary: 'Prove the promises and examples of a project. Exit code 1 if one is broken or can’t be proven.',
    args: [],
    options: ['url', 'token', 'project', 'environment', 'flag', 'junit', 'datafile', 'promises'],
    more: 'fanion test --environment production --junit report.xml\nfanion test --datafile production.json --promises promises.txt',
    run: test,
  },
  {
    name: 'push',
    summary: 'Make the promises of a project match a file.',
    args: [],
    options: ['url', 'token', 'project', 'promises', 'prune'],
    says: { promises: 'the file, as fanion pull --promises writes it' },
    more: 'fanion pull --promises promises.txt, edit, fanion test --promises promises.txt, fanion push --promises promises.txt',
    run: push,
  },
  {
    name: 'export',
    summary: 'Write every flag and segment to a file of its own, to keep and review in git.',
    args: [],
    options: ['url', 'token', 'project', 'dir'],
    more: 'A file that is up to date stays unchanged. Nothing is deleted.',
    run: exportFiles,
  },
  {
    name: 'plan',
    summary: 'Show what the files would change in the project.',
    args: [],
    options: ['url', 'token', 'project', 'dir', 'prune', 'out', 'message', 'repository', 'commit'],
    says: {
      prune: 'archive flags without a file',
      out: 'write the plan to this file, for fanion apply --plan',
      repository: 'the repository that flags are kept in; by default from its remote',
    },
    more: 'For your CI: exit code 0 if nothing would change, 2 if something would, 1 if the files can’t be applied.',
    run: planCommand,
  },
  {
    name: 'apply',
    summary: 'Apply the files to the project, as one change: published, or sent for review.',
    args: [],
    options: ['url', 'token', 'project', 'dir', 'message', 'prune', 'plan', 'wait', 'repository', 'commit'],
    says: {
      prune: 'archive flags without a file',
      plan: 'apply exactly what fanion plan --out wrote to this file, or nothing',
      repository: 'the repository that flags are kept in; by default from its remote',
    },
    more: [
      'fanion apply --message "Checkout for everyone (4f2a91c)"',
      'All or nothing. If approvals are required, the change waits for them; its address is printed.',
    ].join('\n'),
    run: applyCommand,
  },
  ...runCommands,
  {
    name: 'source',
    summary: 'List, save, test and remove the systems that guards of ramps query.',
    args: ['<list|save|test|new-secret|remove>', '[key]'],
    options: ['url', 'token', 'project', 'kind', 'address', 'apply'],
    says: { apply: 'remove it although ramps query it' },
    more: [
      'fanion source save prometheus --kind prometheus --address https://prometheus.example.com',
      'A bearer token, or the secret of a verdict, is read from FANION_SOURCE_SECRET. Exit code 1 if a test got no response.',
    ].join('\n'),
    run: guardSource,
  },
  {
    name: 'fact',
    summary: 'List the queries on your own tables, try one, or read one at once.',
    args: ['<list|preview|read>', '[source]', '[event or file]'],
    options: ['url', 'token', 'project', 'exposures'],
    more: [
      'fanion fact preview shop orders.sql',
      'Exit code 1 if the columns of a preview are unsuitable. Add sources and facts under Metrics, Sources.',
    ].join('\n'),
    run: fact,
  },
  {
    name: 'scan',
    summary: 'Find where code reads your flags, and report it to the server.',
    args: ['[folder]'],
    options: [...source, 'repository', 'branch', 'commit', 'link', 'lines', 'blame', 'dry-run'],
    more: [
      'fanion scan --dry-run --json          prints what would be sent',
      'fanion scan --branch main --blame     for your CI, with a token that may write references',
      'TypeScript and JavaScript are read by syntax; other files are searched for the keys.',
    ].join('\n'),
    run: scan,
  },
  {
    name: 'remove',
    summary: 'Remove a settled flag from your TypeScript and JavaScript, and nothing else.',
    args: ['<flag>', '[folder]'],
    options: [...source, 'as', 'write', 'check', 'force'],
    more: [
      'fanion remove checkout                             shows the changes',
      "fanion remove checkout --write --check 'npm test'  makes them, and reverts them if the check fails",
      'Code that can’t be proven equivalent stays, and is listed with its reason. Exit code 1 if there is any.',
    ].join('\n'),
    run: remove,
  },
  {
    name: 'mcp',
    summary: 'Serve an agent on standard input and output: it can read, and propose changes for review.',
    args: [],
    options: ['url', 'token'],
    more: [
      'claude mcp add fanion -- fanion mcp --url https://flags.example.com',
      'It can do what the token can; with a read-only token it can’t propose. No token publishes.',
    ].join('\n'),
    // Imported on demand: only this command needs the library.
    run: async (asked) => (await import('./mcp.ts')).mcp(asked),
  },
  {
    name: 'forget',
    summary: 'Delete the events and exposures of one user, in every environment of a project.',
    args: ['<unit>'],
    options: ['url', 'token', 'project', 'by', 'apply'],
    says: { apply: 'delete it; without it nothing is deleted' },
    more: 'fanion forget user-42 --project shop --apply\nRequires the admin role. The audit log records that it was done, without the key.',
    run: forget,
  },
  {
    name: 'shadow',
    summary: 'Compare what another system serves its SDKs with what Fanion serves them.',
    args: ['<unleash|launchdarkly|flagd|growthbook>'],
    options: [...source, 'from', 'contexts'],
    says: { from: 'the address that the other system’s SDKs use, or a file with its response' },
    more: [
      'Their key comes from UNLEASH_API_TOKEN, LAUNCHDARKLY_SDK_KEY or FLAGD_AUTHORIZATION. Exit code 1 with differences.',
      'With --contexts both evaluate: with UNLEASH_FRONTEND_TOKEN, LAUNCHDARKLY_CLIENT_SIDE_ID, or OFREP.',
    ].join('\n'),
    run: shadow,
  },
  { name: 'on', summary: 'Turn a flag on in an environment.', args: ['<flag>'], options: writing, run: setOn(true) },
  { name: 'off', summary: 'Turn a flag off in an environment.', args: ['<flag>'], options: writing, run: setOn(false) },
  {
    name: 'import',
    summary: 'Import flags from another system, after a preview of each.',
    args: ['<vendor|files|undo>', '[files…]'],
    options: [
      'url',
      'token',
      'project',
      'from',
      'host',
      'map',
      'only',
      'except',
      'replace',
      'rename',
      'options',
      'decryption-key-file',
      'bundle',
      'list',
      'apply',
      'follow',
      'every',
    ],
    more: [
      'fanion import launchdarkly --from shop          reads LAUNCHDARKLY_TOKEN, LAUNCHDARKLY_SDK_KEY_PRODUCTION, …',
      'fanion import export/                           recognises the files by their content',
      'fanion import unleash state.json                reads the file as Unleash’s, and suggests another system if it isn’t',
      'fanion import export/ --apply                   imports; needs an API token with the admin role',
      'fanion import launchdarkly --follow --every 5m  imports, and keeps flags in sync that no one edits here',
      'fanion import undo 1                            undoes import 1 in one step',
      'Exits with 1 if values differ; the flags that differ are listed.',
    ].join('\n'),
    run: importFlags,
  },
  {
    name: 'override',
    summary: 'Sign overrides for the requests of an end-to-end test, for an hour.',
    args: ['<flag=value…>'],
    options: ['key', 'url'],
    says: { key: 'a server key, fan_srv_…; otherwise FANION_KEY', url: 'not needed: no server is used' },
    more: 'fanion override checkout=on hero=compact   The program must say acceptOverrides: true.',
    run: override,
  },
  completion(() => commands),
]

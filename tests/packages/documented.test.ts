import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { commands } from '../../src/client/cli/commands.ts'
import { root } from '../sdk/installed.ts'
import { endsWithFile } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { type Block, blocksOf, isCompiled, pages, spansOf } from './documented.ts'
import { aShop, type Shop } from './shop.ts'

const run = promisify(execFile)

/** Pages, by the start of their names, whose blocks other tests run or check. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/guides/audit-log.md': 'tests/http/audit.test.ts runs these commands, with links and files of its own',
  'docs/guides/backup.md': 'tests/http/backup.test.ts runs these commands, with files of its own',
  'docs/guides/code.md':
    'tests/http/code-cli.test.ts and tests/http/code-guide.test.ts run these commands, in repositories of their own',
  'docs/guides/events.md':
    'tests/http/events.test.ts runs its commands and sends its batch; tests/types/sdk.test-d.ts compiles such a program',
  'docs/guides/files.md':
    'tests/http/files.test.ts and tests/http/files-apply.test.ts run these commands, with keys and files of their own',
  'docs/guides/http-api.md': 'tests/http/rest-client.test.ts runs these commands, one after the other',
  'docs/guides/install.md':
    'tests/packages/deploy.test.ts holds the files to the code, tests/packages/installed-server.test.ts installs it',
  'docs/guides/operate.md': 'tests/http/operator.test.ts runs these commands, with settings of its own',
  'docs/guides/keep-your-sdk.md': 'tests/compat/guide.test.ts holds each program to the SDK that it is of',
  'docs/guides/switch-from-': 'tests/arch/guides.test.ts reads each command as the command line does',
  'docs/guides/testing.md': 'tests/sdk/package.test.ts compiles every program and runs the tests',
  'docs/impact.md': 'src/client/cli/main.test.ts runs the command, on files',
  'docs/promises.md':
    'src/shared/text/promise/promise.test.ts reads the sentences, src/client/cli/main.test.ts runs the command',
}

const isElsewhere = (file: string) => Object.keys(elsewhere).some((page) => file.startsWith(page))

/** Languages of commands and code. `tests/packages/documented-programs.test.ts` compiles the code. */
const languages = ['sh', 'console', 'ini', 'ts', 'tsx', 'js']
const all = pages().flatMap(blocksOf)
const written = all.filter(({ language }) => languages.includes(language))
const ran = new Set<string>()

let shop: Shop
let home: string
beforeAll(async () => {
  shop = await aShop()
  home = await aFolder('documented')
})

/** Returns the block of a page that contains a text, and counts it as run. */
const block = (file: string, has: string): string => {
  const found = written.filter((one) => one.file === file && one.text.includes(has))
  expect(
    found.map(({ title }) => title),
    `blocks of ${file} with ${has}`,
  ).toHaveLength(1)
  for (const { title } of found) ran.add(title)
  return filledIn(found[0]?.text ?? '')
}
/** Replaces the page's address and keys with those of this server. */
const filledIn = (text: string): string =>
  text
    .replaceAll('http://127.0.0.1:4400', shop.url)
    .replaceAll('https://flags.example.com', shop.url)
    .replaceAll('fan_srv_…', shop.serverKey)
    .replaceAll('fan_cli_…', shop.clientKey)

/** Creates an empty project. */
const aProject = async (type = 'module') => {
  const folder = await aFolder('project', home)
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type }))
  return folder
}
/** Runs commands in a shell and returns their output. Each must succeed. */
const shell = async (cwd: string, lines: string, env: Record<string, string> = {}) => {
  const { CI: _, ...rest } = process.env
  const done = await run('sh', ['-e', '-c', lines], { cwd, env: { ...rest, npm_config_fund: 'false', ...env } }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${lines}\n${error.stdout}\n${error.stderr}`)
    },
  )
  return done.stdout
}

// the last test depends on the blocks that the earlier ones ran
describe('a newcomer does what is written', { shuffle: false }, () => {
  it('in README.md: installs, runs the program, which follows a switch, and pulls and checks declarations', async () => {
    await shop.turn(true)
    const folder = await aProject()
    await shell(folder, block('README.md', 'npm config set'))
    await writeFile(path.join(folder, 'program.mjs'), block('README.md', "fanion.on('change'"))
    const program = run(process.execPath, ['program.mjs'], { cwd: folder })
    const child = endsWithFile(program.child)
    program.catch(() => {})
    let said = ''
    child.stdout?.on('data', (text) => {
      said += text
    })
    await expect.poll(() => said).toBe('true\n')
    await shop.turn(false)
    await expect.poll(() => said).toBe('true\nfalse\n')
    child.kill()
    const printed = await shell(folder, block('README.md', 'npx fanion check'), { FANION_URL: shop.url })
    expect(printed).toMatch(/Wrote 1 flag/)
    expect(await readFile(path.join(folder, 'src/flags.gen.ts'), 'utf8')).toContain('checkout')
  })

  it('in the README of the client library', async () => {
    await shop.turn(true)
    const folder = await aProject()
    await writeFile(path.join(folder, '.npmrc'), block('src/client/sdk/README.md', '@fanion:registry='))
    await shell(folder, block('src/client/sdk/README.md', 'npm install @fanion/sdk'))
    const program = block('src/client/sdk/README.md', "from '@fanion/sdk/node'")
    await writeFile(
      path.join(folder, 'program.mjs'),
      `${program}\nconsole.log(fanion.flags.checkout({ targetingKey: 'user-1' }), fanion.flags.hero())\nawait fanion.close()`,
    )
    expect(await shell(folder, 'node program.mjs', shop.env)).toBe('true classic\n')
  })

  it('in the README of the commands', async () => {
    const folder = await aProject()
    expect(await shell(folder, block('src/client/cli/README.md', 'fanion-cli.tgz'))).toContain('Usage: fanion')
    await writeFile(path.join(folder, '.npmrc'), `@fanion:registry=${shop.url}/npm/\n`)
    await shell(folder, block('src/client/cli/README.md', 'npm install'), { FANION_URL: shop.url })
    expect(await readFile(path.join(folder, 'src/flags.gen.ts'), 'utf8')).toContain('checkout')
  })

  it('in the README of the management client', async () => {
    const page = 'src/client/api/README.md'
    const folder = await aProject()
    await writeFile(path.join(folder, '.npmrc'), filledIn('@fanion:registry=http://127.0.0.1:4400/npm/\n'))
    await shell(folder, block(page, 'npm install'))
    // Node.js strips the types
    await writeFile(path.join(folder, 'program.ts'), block(page, "from '@fanion/api'"))
    const scopes = [{ project: shop.project, role: 'editor' as const }]
    const { text } = await shop.api.tokens.create.mutate({ name: 'ci', scopes })
    expect(await shell(folder, `'${process.execPath}' program.ts`, { FANION_TOKEN: text })).toBe('false\n')
  })

  it('in the README of the examples', async () => {
    await shop.turn(true)
    const folder = await aProject()
    await writeFile(path.join(folder, 'node.mjs'), await readFile(path.join(root, 'examples/node.mjs')))
    expect(await shell(folder, block('examples/README.md', 'node.mjs'))).toContain('checkout: true\n')
  })

  it('and the pages have no block that is neither run nor compiled, nor says why not, and none that says so and is run', () => {
    const isMarked = ({ marks }: Block) => Object.keys(marks).length > 0
    const open = written.filter(
      (one) => !ran.has(one.title) && !isMarked(one) && !isElsewhere(one.file) && !isCompiled(one),
    )
    expect(open.map(({ title }) => title)).toEqual([])
    expect(written.filter((one) => isMarked(one) && ran.has(one.title)).map(({ title }) => title)).toEqual([])
    expect(Object.keys(elsewhere).filter((page) => !written.some(({ file }) => file.startsWith(page)))).toEqual([])
  })
})

describe('the completion of words', () => {
  let folder: string
  let env: Record<string, string>
  beforeAll(async () => {
    folder = await aProject()
    await shell(folder, `npm install --@fanion:registry=${shop.url}/npm/ @fanion/cli`)
    const home = path.join(folder, 'home')
    await mkdir(home)
    env = { PATH: `${path.join(folder, 'node_modules/.bin')}:${process.env['PATH']}`, HOME: home, TERM: 'dumb' }
  })
  const ask = async (program: string, args: readonly string[]) =>
    (await run(program, args, { cwd: folder, env })).stdout
  /** Skips the test if this machine does not have the shell. */
  const needs = async (test: TestContext, program: string) => {
    const there = await run(program, ['--version']).then(
      () => true,
      () => false,
    )
    if (!there) test.skip(`there is no ${program} here`)
  }

  it('works in bash', async (test) => {
    await needs(test, 'bash')
    const complete = (words: string, at: number) =>
      ask('bash', [
        '-c',
        `eval "$(fanion completion bash)"; [[ $(complete -p fanion) == *'-F _fanion fanion' ]] || exit 3
COMP_WORDS=(${words}); COMP_CWORD=${at}; _fanion; printf '%s\n' "\${COMPREPLY[@]}"`,
      ])
    expect(await complete('fanion pul', 1)).toBe('pull\n')
    expect(await complete('fanion pull --o', 2)).toBe('--out\n')
    expect(await complete('fanion pull --format t', 3)).toBe('typescript\n')
    expect(await complete('fanion completion z', 2)).toBe('zsh\n')
    // without a completion of its own, the shell completes files
    expect(await complete('fanion pull --out s', 3)).toBe('\n')
  })

  it('works in zsh', async (test) => {
    await needs(test, 'zsh')
    // types into an interactive zsh; the completion function reports its result
    const typed = (line: string) =>
      ask('zsh', [
        '-f',
        '-c',
        `zmodload zsh/zpty; zpty terminal zsh -f -i
zpty -w terminal 'autoload -U compinit; compinit -u; eval "$(fanion completion zsh)"; fanion() { print -r -- "typed<$*>" }; PROMPT=; print be''gin'
while zpty -r terminal line; do [[ $line == *begin* ]] && break; done
zpty -w -n terminal $'${line}\t\n'
while zpty -r terminal line; do [[ $line == *'typed<'* ]] && break; done
print -r -- "$line"`,
      ])
    expect(await typed('fanion pul')).toContain('typed<pull>')
    expect(await typed('fanion pull --ou')).toContain('typed<pull --out>')
    expect(await typed('fanion pull --format ty')).toContain('typed<pull --format typescript>')
    expect(await typed('fanion completion fi')).toContain('typed<completion fish>')
  })

  it('works in fish', async (test) => {
    await needs(test, 'fish')
    const complete = (words: string) => ask('fish', ['-c', `fanion completion fish | source; complete -C '${words}'`])
    expect(await complete('fanion pul')).toMatch(/^pull\t/)
    expect(await complete('fanion pull --ou')).toContain('--out')
    expect(await complete('fanion pull --format ty')).toMatch(/^typescript/)
    expect(await complete('fanion completion z')).toMatch(/^zsh/)
    expect(await complete('fanion pull --out pack')).toContain('package.json')
  })
})

describe('the pages', () => {
  it('give reasons that name tests that there are', () => {
    const marked = all.flatMap(({ marks }) => Object.values(marks))
    const named = [...marked, ...Object.values(elsewhere)].flatMap((reason) => reason.match(/[\w./-]+\.tsx?\b/g) ?? [])
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('name only scripts and commands that there are', () => {
    const ofServer = readFileSync(path.join(root, 'bin/fanion.js'), 'utf8').matchAll(/name: '([a-z-]+)'/g)
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const names = new Set(['help', ...commands.map(({ name }) => name), ...[...ofServer].map(([, name = '']) => name)])
    const said = pages().flatMap((file) =>
      [...spansOf(file), ...blocksOf(file).map(({ text }) => text)].map((text) => ({ file, text })),
    )
    const unknown = said.flatMap(({ file, text }) => [
      ...[...text.matchAll(/npm run ([\w:-]+)/g)]
        .filter(([, name = '']) => !(name in scripts))
        .map(([whole]) => `${file}: ${whole}`),
      ...[...text.matchAll(/^(?:npx )?fanion ([a-z][a-z-]*)/gm)]
        .filter(([, name = '']) => !names.has(name))
        .map(([whole]) => `${file}: ${whole}`),
    ])
    expect(unknown).toEqual([])
  })

  it.each(['start', 'migrate', 'config', 'doctor', 'admin', 'audit', 'backup', 'restore', 'secret'])(
    'mean by fanion %s what the server does with it',
    async (command) => {
      const done = run(process.execPath, [path.join(root, 'bin/fanion.js'), command, 'nonsense'])
      await expect(done).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('fanion secret adopt') })
    },
  )
})

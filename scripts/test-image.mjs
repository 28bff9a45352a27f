// `npm run test:image`: builds deploy/Dockerfile without a daemon and without pulling images, starts the image
// read-only, and publishes a flag in it. The base image is built by debootstrap with the project's Node.js, under the
// name in the Dockerfile. Needs root on Debian. Otherwise prints that it was skipped.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installDebian } from './debian.mjs'
import { projectNode, root } from './project.mjs'

const missing = ['buildah', 'debootstrap'].filter(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error && !installDebian(name),
)
if (process.getuid?.() !== 0 || missing.length > 0) {
  console.log('The image wasn’t built: that takes root on Debian, with buildah and debootstrap.')
  process.exit(0)
}

const work = mkdtempSync(path.join(os.tmpdir(), 'fanion-image-'))
const base = path.join(work, 'base')
const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
const store = ['--root', path.join(work, 'store'), '--runroot', path.join(work, 'run')]
const run = (program, args) =>
  execFileSync(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }).trim()
const buildah = (...args) => run('buildah', [...store, ...args])
const timed = (what, act) => {
  const begun = performance.now()
  const result = act()
  console.log(`${what}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  return result
}

function makeBase() {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'trixie', base])
  cpSync(projectNode(), path.join(base, 'usr/local/bin/node'))
  const npm = path.resolve(realpathSync(process.env.npm_execpath ?? run('which', ['npm'])), '../..')
  mkdirSync(path.join(base, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(npm, path.join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(base, 'usr/local/bin', name))
  run('chroot', [base, 'useradd', '-u', '1000', '-m', 'node'])
  const not = ['proc', 'sys', 'dev', 'var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale']
  const tar = path.join(work, 'base.tar')
  run('tar', ['-C', base, '-cf', tar, ...not.map((one) => `--exclude=./${one}/*`), '.'])
  // adds this machine's extra certificates, which the registry may need
  const trusted = process.env.NODE_EXTRA_CA_CERTS
  const container = buildah('from', 'scratch')
  buildah('add', container, tar, '/')
  if (trusted) {
    buildah('add', container, realpathSync(trusted), '/etc/trusted.pem')
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/trusted.pem', container)
  }
  buildah('config', '--cmd', 'node', container)
  buildah('commit', '--rm', container, 'docker.io/library/node:24-trixie-slim')
}

/**
 * Waits until the server in the image is ready, creates an owner and a flag, and stops it with the image's stop signal.
 */
async function tryOut() {
  const container = buildah('from', '--pull-never', 'fanion:test')
  const port = 4490
  const given = ['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', '--user', 'node']
  const server = spawn(
    'buildah',
    [...store, 'run', ...given, container, '--', 'node', '/app/node_modules/fanion/bin/fanion.js', 'start'],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text))
  const address = `http://127.0.0.1:${port}`
  try {
    for (let tries = 0; !said.includes('is ready'); tries += 1) {
      if (tries > 600 || server.exitCode !== null) throw new Error(`it isn’t ready:\n${said}`)
      await wait(100)
    }
    const call = async (name, input, cookie = '') => {
      const answer = await fetch(`${address}/trpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address, cookie },
        body: JSON.stringify(input),
      })
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
      return answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    }
    const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
    const cookie = await call('account.setUp', person)
    await call('projects.create', { key: 'shop', name: 'Shop' }, cookie)
    await call('flags.create', { project: 'shop', key: 'hello', name: 'Hello', type: 'boolean' }, cookie)
    console.log(`started as the user node, and keeps a flag: ${/ready in [\d.]+ s/.exec(said)?.[0]}`)
  } finally {
    server.kill('SIGTERM')
    await wait(3_000)
    server.kill('SIGKILL')
  }
}

try {
  timed('base', makeBase)
  timed('image', () =>
    buildah(
      'bud',
      '--pull-never',
      '--format',
      'docker',
      '--layers=false',
      '-f',
      path.join(root, 'deploy/Dockerfile'),
      '-t',
      'fanion:test',
      root,
    ),
  )
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'fanion:test'))
  const { User, StopSignal, Healthcheck } = Docker.config
  if (User !== 'node' || StopSignal !== 'SIGTERM' || !Healthcheck) throw new Error('the image lost its settings')
  await tryOut()
} finally {
  if (existsSync(work)) rmSync(work, { recursive: true, force: true })
}

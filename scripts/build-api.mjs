// npm pack: dist/api, the typed management client `fanion/api`. Its types are the server's router in one file; what the
// router's context is made of on the server (Kysely) is cut off, because no caller ever sees it.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './project.mjs'

const { build } = await import('tsdown')
const out = path.join(root, 'dist/api')

await build({
  cwd: root,
  config: false,
  entry: { index: path.join(root, 'src/client/api/index.ts') },
  outDir: out,
  clean: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: { tsconfig: path.join(root, 'tsconfig.node.json') },
  deps: { neverBundle: [/^@trpc\//, /^zod/, /^kysely/, /^pg/, /^fastify/, /^node:/] },
  logLevel: 'error',
})

const file = path.join(out, 'index.d.ts')
const inside = /^import \{([^}]*)\} from "kysely";$/m
const types = readFileSync(file, 'utf8').replace(inside, (_line, names) =>
  names
    .split(',')
    .map((name) => `type ${name.trim()}<A = unknown, B = A, C = B> = [A, B, C];`)
    .join('\n'),
)
writeFileSync(file, types)

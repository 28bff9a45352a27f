// npm run docs: builds dist/docs, the site that a server serves at /docs: its pages, their compressed versions, and its
// content security policy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vitepress'
import { compressFolder } from '../compress-web.mjs'
import { gather } from './gather.ts'
import { policyOf } from './policy.ts'
import { root } from './site.ts'

const started = performance.now()
gather()
// VitePress prints its progress here and has no option to disable it. It throws errors.
const said = process.stderr.write.bind(process.stderr)
process.stderr.write = () => true
try {
  await build(path.join(root, 'docs'))
} finally {
  process.stderr.write = said
}

const out = path.join(root, 'dist/docs')
const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
const read = (ending: string) =>
  files.filter((file) => file.endsWith(ending)).map((file) => readFileSync(path.join(out, file), 'utf8'))
const pages = read('.html')
writeFileSync(path.join(out, 'policy.txt'), policyOf(pages, read('.js')))
await compressFolder(out, (file) => /\.(js|css|html)$/.test(file), 7)
console.log(`${pages.length} pages in dist/docs (${((performance.now() - started) / 1000).toFixed(1)} s)`)

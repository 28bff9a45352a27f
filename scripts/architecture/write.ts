// npm run architecture: writes the source folders into docs/architecture.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { pageFile, withTree } from './tree.ts'

writeFileSync(pageFile, withTree(readFileSync(pageFile, 'utf8')))

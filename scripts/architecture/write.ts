// npm run architecture: draws the folders of the source into docs/architecture.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { pageFile, withTree } from './tree.ts'

writeFileSync(pageFile, withTree(readFileSync(pageFile, 'utf8')))

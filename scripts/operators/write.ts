// npm run operators: generates files from the table of operators: the engine's own small tables, and the page in docs.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { operatorFacts } from '../../src/shared/operators.ts'
import { engineSource, operatorsPage } from './tables.ts'

const root = path.resolve(import.meta.dirname, '../..')
writeFileSync(path.join(root, 'src/shared/engine/operators/operators.gen.ts'), engineSource(operatorFacts))
writeFileSync(path.join(root, 'docs/operators.md'), operatorsPage(operatorFacts))

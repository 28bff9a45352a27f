import type { ReactNode } from 'react'
import type { GraphNode } from '../../../../shared/features/publishing/schemas/graph.ts'
import { GraphNodeLink } from './graph-node-link.tsx'
import picture from './graph-picture.module.css'
import classes from './graph-tree.module.css'
import { kindLetters, stateWords } from './graph-words.ts'
import type { Branch } from './tree.ts'

type Place = { project: string; environment: string }

/** The content of the picture as a tree. Each line says how a thing relates to its parent. */
export function GraphTree({ project, environment, branches }: Place & { branches: readonly Branch[] }): ReactNode {
  return (
    <ul className={classes['tree']}>
      {branches.map(({ words, node, branches: below }) => (
        <li key={`${node.kind} ${node.key}`}>
          <TreeLine project={project} environment={environment} words={words} node={node} />
          {below.length === 0 ? null : <GraphTree project={project} environment={environment} branches={below} />}
        </li>
      ))}
    </ul>
  )
}

/** One thing in a line: its relation, name and state. */
export function TreeLine(props: Place & { words: string; node: GraphNode }): ReactNode {
  const { project, environment, words, node } = props
  return (
    <span className={classes['line']}>
      <i className={picture['letter']} data-kind={node.kind} aria-hidden>
        {kindLetters[node.kind]}
      </i>
      <span className={classes['name']}>
        {words === '' ? null : <span className={classes['words']}>{words} </span>}
        <GraphNodeLink project={project} environment={environment} thing={node}>
          {node.promise?.sentence ?? node.key}
        </GraphNodeLink>
      </span>
      <span className={classes['state']}>{stateWords(node)}</span>
    </span>
  )
}

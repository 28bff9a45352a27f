import { Skeleton } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { GraphNode, GraphNodeId, GraphView } from '../../../../shared/features/publishing/schemas/graph.ts'
import { servedShares } from '../variants/served.ts'
import { ShareBar } from '../variants/share-bar.tsx'
import { useCreatedVariants } from '../variants/use-created-variants.ts'
import { variantSlots } from '../variants/variant-slots.ts'
import type { Layout, PlacedNode } from './graph-layout.ts'
import { GraphNodeLink } from './graph-node-link.tsx'
import classes from './graph-picture.module.css'
import { dependencyWords, kindLetters, kindWords, nameOf, stateWords } from './graph-words.ts'
import { neighbourOf } from './neighbour.ts'

/**
 * Draws things as linked boxes, dependencies on the left, dependents on the right. Arrow keys move along lines and
 * within a layer; `F` focuses a thing. The lines of the selected thing are described as text.
 */
export function GraphPicture(props: {
  project: string
  environment: string
  view: Pick<GraphView, 'nodes' | 'edges'>
  /** The thing in the center, in the format of `placeOf`. */
  middle?: string | undefined
  label: string
  onFocusOn?: (thing: GraphNodeId) => void
}): ReactNode {
  const { project, environment, view, middle, label, onFocusOn } = props
  const layout = useLayout(view)
  const [hand, setHand] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const madeWith = useCreatedVariants(project)
  useEffect(() => {
    if (layout === null || middle === undefined) return
    frame.current
      ?.querySelector(`[data-place="${CSS.escape(middle)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [layout, middle])
  if (layout === null) return <Skeleton h={320} />
  const active = hand ?? middle ?? null
  const onKeyDown = (event: KeyboardEvent) => {
    const here = event.target instanceof HTMLElement ? event.target.dataset['place'] : undefined
    if (here === undefined || event.metaKey || event.ctrlKey || event.altKey) return
    const at = layout.nodes.find(({ place }) => place === here)
    if (event.key.toLowerCase() === 'f' && at !== undefined && onFocusOn !== undefined) {
      event.preventDefault()
      return onFocusOn({ kind: at.node.kind, key: at.node.key })
    }
    const next = neighbourOf(layout, here, event.key)
    if (next === undefined) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    // The links handle their own keys; the frame handles the rest
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions
    <div ref={frame} role="group" aria-label={label} className={classes['frame']} onKeyDown={onKeyDown}>
      <div className={classes['sheet']} style={{ width: layout.width, height: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden>
          {layout.edges.map(({ edge, from, to, path }) => (
            <path
              key={`${from} ${to} ${edge.kind}`}
              d={path}
              data-kind={edge.kind}
              data-active={from === active || to === active || undefined}
            />
          ))}
        </svg>
        {layout.edges
          .filter(({ from, to }) => hand !== null && (from === hand || to === hand))
          .map(({ edge, from, to, middle: { x, y } }) => (
            <span
              key={`${from} ${to} ${edge.kind}`}
              className={classes['words']}
              style={{ left: x, top: y }}
              aria-hidden
            >
              {dependencyWords[edge.kind]}
            </span>
          ))}
        {layout.nodes.map(({ node, place, x, y }) => (
          <GraphNodeLink
            key={place}
            project={project}
            environment={environment}
            thing={node}
            data-place={place}
            className={classes['node']}
            style={{ left: x, top: y }}
            onFocus={() => setHand(place)}
            onMouseEnter={() => setHand(place)}
            onMouseLeave={() => setHand(null)}
          >
            <NodeFace node={node} made={madeWith(node.key)} middle={place === middle} />
          </GraphNodeLink>
        ))}
      </div>
    </div>
  )
}

function NodeFace(props: { node: PlacedNode['node']; made: readonly string[]; middle: boolean }): ReactNode {
  const { node, made, middle } = props
  return (
    <span className={classes['face']} data-kind={node.kind} data-middle={middle || undefined}>
      <span className={classes['line']}>
        <i className={classes['letter']} aria-hidden>
          {kindLetters[node.kind]}
        </i>
        <span className="visually-hidden">{kindWords[node.kind]} </span>
        <span className={classes['key']} title={node.promise?.sentence}>
          {nameOf(node)}
        </span>
        <span className={classes['state']}>{stateWords(node)}</span>
        {middle ? <span className="visually-hidden">, in the middle</span> : null}
      </span>
      {node.flag === null ? null : (
        <span className={classes['bar']}>
          <FlagBar flag={node.flag} made={made} />
        </span>
      )}
    </span>
  )
}

/** Bar of the shares that a flag serves if no rule matches. Empty while the flag is off. */
function FlagBar(props: { flag: NonNullable<GraphNode['flag']>; made: readonly string[] }): ReactNode {
  const { flag, made } = props
  const variants = Object.fromEntries(flag.variants.map(({ key, on }) => [key, on]))
  const slots = variantSlots({ type: flag.type, variants }, made)
  return <ShareBar shares={flag.on ? servedShares(flag.serve, slots) : [{ key: '', slot: null, size: 1 }]} />
}

/** The layout of a graph. Null while the layout code is loading. */
const useLayout = ({ nodes, edges }: Pick<GraphView, 'nodes' | 'edges'>): Layout | null => {
  const [found, setFound] = useState<{ of: string; layout: Layout } | null>(null)
  // The graph is new with each server response, but usually equal.
  const of = useMemo(() => JSON.stringify([nodes, edges]), [nodes, edges])
  useEffect(() => {
    let current = true
    void import('./graph-layout.ts').then(({ layoutOf }) => {
      // Safe cast: parses the JSON written above.
      const [things, lines] = JSON.parse(of) as [GraphView['nodes'], GraphView['edges']]
      if (current) setFound({ of, layout: layoutOf(things, lines) })
    })
    return () => {
      current = false
    }
  }, [of])
  return found !== null && found.of === of ? found.layout : null
}

import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Leaf } from '../../../../shared/schemas/condition.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { done } from '../../components/toast.tsx'
import classes from './condition-editor.module.css'
import { CreateSegment } from './create-segment.tsx'
import { segmentOf } from './segment-of.ts'

/** Converts a long list of values to a segment, and refers to that in the rule. This changes no user’s value. */
export function MakeSegment({ leaf, onMade }: { leaf: Leaf; onMade: (segment: string) => void }): ReactNode {
  const { project = '' } = useParams({ strict: false })
  const [opened, setOpened] = useState(false)
  return (
    <div className={classes['makeSegment']}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconUsersGroup size={14} />}
        onClick={() => setOpened(true)}
      >
        Make a segment
      </Button>
      {opened ? (
        <CreateSegment
          project={project}
          title={`Make a segment of ${counted(leaf.values.length, 'value')}`}
          document={segmentOf(leaf) ?? undefined}
          onClose={() => setOpened(false)}
          onMade={({ key, name }) => {
            setOpened(false)
            onMade(key)
            done(`Created segment ${name}`)
          }}
        />
      ) : null}
    </div>
  )
}

import { useMantineTheme } from '@mantine/core';
import { percent } from '../parts/words.ts';

interface DecayPlotProps {
  /** Sum before age: base and modifiers, from 0 to 1. */
  readonly sum: number;
  readonly floor: number;
  /** Share left by age, from 0 to 1. */
  readonly decay: number;
  readonly value: number;
  readonly when: 'now' | 'then';
}

const months = 36;
const halfLife = 12;
const [width, height] = [460, 200];
const pad = { left: 44, right: 36, top: 28, bottom: 30 };

const x = (month: number) => pad.left + (month / months) * (width - pad.left - pad.right);
const y = (value: number) => pad.top + (1 - value) * (height - pad.top - pad.bottom);

/** How belief falls with age when nothing new is heard: half after twelve months, never below the floor. */
export function DecayPlot({ sum, floor, decay, value, when }: DecayPlotProps) {
  const { colors } = useMantineTheme();
  const age = -halfLife * Math.log2(Math.max(decay, 1e-9));
  const believed = (month: number) => Math.max(floor, Math.min(1, sum) * 0.5 ** (month / halfLife));
  const path = Array.from({ length: 2 * months + 1 }, (_, step) => step / 2)
    .map((month, at) => `${at === 0 ? 'M' : 'L'}${x(month).toFixed(1)} ${y(believed(month)).toFixed(1)}`)
    .join(' ');
  const now = Math.min(age, months);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      role="img"
      aria-label={`Believed ${percent(value)} ${when}; floor ${percent(floor)}; half of it is left after twelve months without new evidence.`}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
        <g key={tick}>
          <line
            x1={x(0)}
            x2={x(months)}
            y1={y(tick)}
            y2={y(tick)}
            stroke="var(--mantine-color-default-border)"
          />
          <text
            x={pad.left - 8}
            y={y(tick) + 4}
            textAnchor="end"
            fontSize="11"
            fill="var(--mantine-color-dimmed)"
          >
            {percent(tick)}
          </text>
        </g>
      ))}
      {[0, 12, 24, 36].map((tick) => (
        <text
          key={tick}
          x={x(tick)}
          y={height - 8}
          textAnchor="middle"
          fontSize="11"
          fill="var(--mantine-color-dimmed)"
        >
          {tick === 0 ? 'new' : `${tick} months`}
        </text>
      ))}
      {floor > 0 && (
        <line
          x1={x(0)}
          x2={x(months)}
          y1={y(floor)}
          y2={y(floor)}
          stroke={colors.orange[6]}
          strokeDasharray="5 4"
        />
      )}
      <path d={path} fill="none" stroke={colors.indigo[6]} strokeWidth="2.5" />
      <circle cx={x(now)} cy={y(value)} r="6" fill={colors.indigo[6]} />
      <text x={x(now) + 10} y={y(value) - 8} fontSize="12" fontWeight="600" fill="var(--mantine-color-text)">
        {when} {percent(value)}
      </text>
    </svg>
  );
}

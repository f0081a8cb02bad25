import type { MemoryKind } from './kinds.ts';

/** Words for kinds in German, Spanish, French, Portuguese, Japanese, Chinese and Arabic: as headings, and as marks before a statement. */
export const foreignTypeWords: Readonly<Partial<Record<MemoryKind, readonly string[]>>> = Object.freeze({
  DECISION: [
    ...[
      'entscheidung',
      'entscheidungen',
      'entscheidungsergebnis',
      'beschluss',
      'beschlüsse',
      'decisión',
      'decisiones',
      'décision',
      'décisions',
    ],
    ...['decisão', 'decisões', '決定', '決定事項', '决定', '决策', '決策', '决议', '決議', 'قرار', 'القرار'],
  ],
  REQUIREMENT: [
    ...['anforderung', 'anforderungen', 'requisito', 'requisitos', 'exigence', 'exigences'],
    ...['要件', '要求', '需求', 'متطلب', 'المتطلبات'],
  ],
  CONSTRAINT: [
    ...['einschränkung', 'einschränkungen', 'restricción', 'restricciones', 'contrainte', 'contraintes'],
    ...['restrição', 'restrições', '制約', '约束', '約束', 'قيد'],
  ],
  PREFERENCE: ['vorliebe', 'preferencia', 'préférence', 'preferência', '好み', '偏好', 'تفضيل'],
  FACT: ['tatsache', 'hecho', 'fait', 'fato', '事実', '事实', '事實', 'حقيقة'],
  PROCEDURE: ['verfahren', 'procedimiento', 'procédure', 'procedimento', '手順', '步骤', '步驟', 'إجراء'],
});

/** Headings of the same languages whose sections give reasons, options or effects. */
export const foreignNarrativeHeadings: readonly string[] = Object.freeze(
  (
    'kontext|hintergrund|begründung|motivation|konsequenzen|folgen|auswirkungen|alternativen|optionen|betrachtete optionen|' +
    'contexto|antecedentes|motivación|consecuencias|alternativas|opciones|opciones consideradas|contexte|conséquences|' +
    'alternatives|options envisagées|contexto e problema|consequências|コンテキスト|背景|文脈|理由|影響|結果|選択肢|代替案|' +
    '上下文|后果|後果|影响|选项|備選方案|备选方案|理据|السياق|العواقب'
  ).split('|'),
);

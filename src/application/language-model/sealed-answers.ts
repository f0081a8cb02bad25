import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** The section that an answer is about, with everything else that the answer depends on. */
export interface AnswerSubject {
  readonly model: string;
  readonly promptVersion: string;
  readonly visibilityKey: string;
  readonly passageKey: string;
}

/** Key and nonce sizes of AES-256-GCM, in bytes. */
const nonceLength = 12;
const tagLength = 16;

const digest = (tenantKey: string, purpose: string, subject: AnswerSubject): Buffer =>
  createHmac('sha256', tenantKey)
    .update(
      JSON.stringify([
        purpose,
        subject.model,
        subject.promptVersion,
        subject.visibilityKey,
        subject.passageKey,
      ]),
    )
    .digest();

/** The key under which an answer is found; it says nothing of the section. */
export const answerKey = (tenantKey: string, subject: AnswerSubject): string =>
  digest(tenantKey, 'model answer: place', subject).toString('hex');

/** Encrypts an answer under a key that follows from the tenant's key and the text of the section. */
export const sealAnswer = (tenantKey: string, subject: AnswerSubject, named: readonly unknown[]): string => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', digest(tenantKey, 'model answer: seal', subject), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(named), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
};

/** The answer; null for what was not sealed for this section, or was altered since. */
export const openAnswer = (
  tenantKey: string,
  subject: AnswerSubject,
  sealed: string,
): readonly unknown[] | null => {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const key = digest(tenantKey, 'model answer: seal', subject);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    const text = decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8');
    const named: unknown = JSON.parse(text + decipher.final('utf8'));
    return Array.isArray(named) ? named : null;
  } catch {
    return null;
  }
};

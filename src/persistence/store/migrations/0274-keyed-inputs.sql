-- What a call was sent is known again by a keyed digest: nobody guesses from it short words that were erased.
alter table idempotency_keys no force row level security

update idempotency_keys k set input_hash = encode(sha256(convert_to(i.fingerprint_key || ':' || k.input_hash, 'UTF8')), 'hex') from installation i

alter table idempotency_keys force row level security

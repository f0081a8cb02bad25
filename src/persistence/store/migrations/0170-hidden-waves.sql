-- A wave of which a reviewer or an auditor may see no document is hidden from them.

drop policy "waves_viewer_select" on "waves"

create policy "waves_viewer_select" on "waves" for select to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id offset 0)))

drop policy "waves_viewer_update" on "waves"

create policy "waves_viewer_update" on "waves" for update to "vouch_viewer" using (tenant = (select viewer_tenant()) and (started_by = (select viewer_user()) or (select viewer_has_role('{admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id offset 0))) with check (tenant = (select viewer_tenant()))

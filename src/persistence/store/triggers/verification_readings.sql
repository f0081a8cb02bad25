create trigger verification_readings_written_once before update on verification_readings
  for each row
  execute function refuse_change()
